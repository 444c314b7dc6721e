import { expect, test } from "bun:test";
import { Offer } from "../../../lib/host/owner/offer.ts";

test("a group is offered until it is taken back, and each change is told once", () => {
	const offer = new Offer();
	const told: (readonly string[])[] = [];
	offer.onChange((groups) => told.push(groups));
	offer.set("scripts", true);
	offer.set("scripts", true);
	offer.set("person", true);
	offer.set("scripts", false);
	offer.set("scripts", false);
	expect(told).toEqual([["scripts"], ["scripts", "person"], ["person"]]);
	expect(offer.groups).toEqual(["person"]);
});
