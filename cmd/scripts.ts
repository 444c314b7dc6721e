import { defineCommand } from "citty";
import { meta } from "./terminal/args.ts";

export const scripts = defineCommand({
	meta: meta("scripts", "The user scripts in ScriptCat: read, search, install, change", "monk scripts list"),
	subCommands: {
		list: () => import("./scripts/list.ts").then(({ list }) => list),
		info: () => import("./scripts/info.ts").then(({ info }) => info),
		source: () => import("./scripts/source.ts").then(({ source }) => source),
		grep: () => import("./scripts/grep.ts").then(({ grep }) => grep),
		install: () => import("./scripts/install.ts").then(({ install }) => install),
		enable: () => import("./scripts/toggle.ts").then(({ enable }) => enable),
		disable: () => import("./scripts/toggle.ts").then(({ disable }) => disable),
		edit: () => import("./scripts/edit.ts").then(({ edit }) => edit),
		rm: () => import("./scripts/rm.ts").then(({ rm }) => rm),
	},
});
