import {
	type Environment,
	homeFrom,
	httpPortFrom,
	legacyPortFrom,
	type Paths,
	type Ports,
	pathsIn,
	portsFrom,
	scriptCatPortFrom,
} from "./paths.ts";
import { type Config, loadConfig } from "./stores/config.ts";

/** Where a command works: the folder, the ports, and what a person set for good. */
export interface Setting {
	readonly paths: Paths;
	readonly ports: Ports;
	readonly config: Config;
	/** Where an owner answers ScriptCat. */
	readonly scriptCatPort: number;
	/** Where an owner answers extensions of the 0.2 line; nowhere when left out. */
	readonly legacyPort?: number;
	/** Where an owner serves MCP over HTTP; nowhere when left out. */
	readonly httpPort?: number;
	/** What is wrong with the config, if something is. */
	readonly problems: readonly string[];
}

/**
 * Reads flags, environment and config.json, in that order of weight.
 *
 * @throws MonkError INVALID_ARGUMENT for what is no port, STATE_UNREADABLE
 */
export async function readSetting(
	flags: {
		readonly control?: string | undefined;
		readonly link?: string | undefined;
		readonly legacyLink?: boolean | undefined;
		readonly scriptCat?: string | undefined;
		/** Empty: whatever port is set elsewhere. */
		readonly http?: string | undefined;
	},
	env: Environment,
): Promise<Setting> {
	const paths = pathsIn(homeFrom(env));
	const { data: config, problem } = await loadConfig(paths.config, Date.now());
	const httpPort = httpPortFrom(flags.http, env, config);
	const legacyPort = legacyPortFrom(flags.legacyLink === true, env, config);
	return {
		paths,
		config,
		ports: portsFrom(flags, env, config),
		scriptCatPort: scriptCatPortFrom(flags.scriptCat, env, config),
		...(legacyPort === undefined ? {} : { legacyPort }),
		...(httpPort === undefined ? {} : { httpPort }),
		problems: problem === undefined ? [] : [problem],
	};
}
