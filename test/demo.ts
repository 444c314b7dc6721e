/**
 * The main job, shown: a browser of monk's own, a page, a snapshot and a click, with the built executable.
 * Everything lives in a folder that is deleted, and nothing is left running.
 */
import { join } from "node:path";
import { ensureChromium } from "./support/ensure-chromium.ts";
import { eventually } from "./support/eventually.ts";
import { MonkHome, type Ran } from "./support/monk-process.ts";
import { processesOf } from "./support/processes.ts";
import { Site } from "./support/site.ts";

const page = `<!doctype html>
<title>A small shop</title>
<h1>A small shop</h1>
<ul><li>Tea, 3.50</li><li>Rice, 2.20</li></ul>
<label>Your name <input name="name" value="Ann"></label>
<button>Order</button>
<p role="status"></p>
<script>
	document.querySelector("button").addEventListener("click", (event) => {
		document.querySelector("[role=status]").textContent = "Thank you, Ann.";
		fetch("/report", { method: "POST", body: JSON.stringify({ clicked: "Order", isTrusted: event.isTrusted }) });
	});
</script>`;

process.env.MONK_BROWSER ??= ensureChromium();

async function show(home: MonkHome, ...args: string[]): Promise<Ran> {
	console.log(`\n$ monk ${args.map((arg) => (/^[\w:/.-]+$/.test(arg) ? arg : `'${arg}'`)).join(" ")}`);
	const ran = await home.run(...args);
	process.stdout.write(ran.stdout);
	process.stderr.write(ran.stderr);
	if (ran.exit !== 0) throw new Error(`monk ${args[0]} ended with ${ran.exit}`);
	return ran;
}

async function demo(home: MonkHome, site: Site): Promise<void> {
	await show(home, "open", "--headless", site.url());
	const { stdout } = await show(home, "call", "browser_snapshot");
	const ref = /button "Order".*?\[ref=(\w+)\]/.exec(stdout)?.[1];
	if (ref === undefined) throw new Error("the snapshot shows no button");
	await show(home, "call", "browser_click", "--ref", ref, "--element", "Order button");
	const seen = await eventually(() => site.reports[0]);
	console.log(`\nThe page itself saw: ${JSON.stringify(seen)}`);
	await show(home, "stop");
}

const site = new Site({ "/": page });
const home = await MonkHome.make({ monk: join(import.meta.dir, "../dist/monk") });
try {
	await demo(home, site);
} finally {
	await home.close();
	await site.close();
}
const left = processesOf(home.folder);
if (left.length > 0) throw new Error(`left running: ${left.join("\n")}`);
console.log("\nDone; nothing was left running.");
