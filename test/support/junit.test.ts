import { expect, test } from "bun:test";
import { countResults } from "./junit.ts";

const report = `<?xml version="1.0"?>
<testsuites name="bun test" tests="4" assertions="1" failures="2" skipped="1" time="0.4">
  <testsuite name="a" file="test/a.test.ts" tests="3" failures="1" skipped="1"></testsuite>
  <testsuite name="b" file="test/b.test.ts" tests="1" failures="1" skipped="0"></testsuite>
</testsuites>`;

test("passed, failed and skipped are counted apart", () => {
	expect(countResults(report, ["test/a.test.ts", "test/b.test.ts"])).toEqual({
		passed: 1,
		failed: 2,
		skipped: 1,
		lost: [],
	});
});

test("a file that never reported counts as a failure", () => {
	expect(countResults(report, ["test/a.test.ts", "test/b.test.ts", "test/c.test.ts"])).toMatchObject({
		failed: 3,
		lost: ["test/c.test.ts"],
	});
});

test("without a report nothing has passed and every file has failed", () => {
	expect(countResults("", ["test/a.test.ts"])).toMatchObject({ passed: 0, failed: 1 });
});
