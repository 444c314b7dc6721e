import { MonkError } from "../../errors/error.ts";
import { makeFolders, type Paths } from "../paths.ts";
import { type Config, isSound, saveConfig } from "./config.ts";

/** A setting as a person names and writes it; without a text it is taken away. */
interface Setting {
	readonly about: string;
	read(config: Config): string | undefined;
	write(config: Config, text: string | undefined): Config;
}

const numberText = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value}`);

/** What is no number stays one that no setting takes. */
const numberIn = (text: string): number => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

const port = (name: keyof Config["ports"], about: string): Setting => ({
	about,
	read: ({ ports }) => numberText(ports[name]),
	write(config, text) {
		const { [name]: _, ...others } = config.ports;
		return { ...config, ports: text === undefined ? others : { ...others, [name]: numberIn(text) } };
	},
});

export const configSettings = {
	"control-port": port("control", "Port that commands and agents call (9219)"),
	"link-port": port("link", "Port that the extension calls (9220)"),
	"scriptcat-port": port("scriptcat", "Port that ScriptCat calls (8643)"),
	"legacy-port": port("legacy", "Port on which extensions of the 0.2 line are answered (none)"),
	"http-port": port("http", "Port of `monk serve --http`, where agents call over HTTP (9221)"),
	"idle-minutes": {
		about: "Minutes without client and browser after which monk in the background ends (30)",
		read: ({ idleMinutes }) => numberText(idleMinutes),
		write: ({ idleMinutes: _, ...config }, text) =>
			text === undefined ? config : { ...config, idleMinutes: numberIn(text) },
	},
	"link-origins": {
		about: "Origins of other builds of the extension, separated by commas (none)",
		read: ({ linkOrigins }) => (linkOrigins.length === 0 ? undefined : linkOrigins.join(",")),
		write: (config, text) => ({ ...config, linkOrigins: text === undefined ? [] : text.split(",") }),
	},
} as const satisfies Record<string, Setting>;

type SettingName = keyof typeof configSettings;

/** @throws MonkError INVALID_ARGUMENT */
function settingNamed(name: string): Setting {
	if (Object.hasOwn(configSettings, name)) return configSettings[name as SettingName];
	throw new MonkError("INVALID_ARGUMENT", `there is no setting "${name}"`, {
		hint: `The settings are: ${Object.keys(configSettings).join(", ")}.`,
	});
}

/**
 * Changes one setting in config.json, or takes it away.
 *
 * @throws MonkError INVALID_ARGUMENT for another name, or a value that the setting does not take
 */
export async function changeConfig(
	paths: Paths,
	config: Config,
	name: string,
	text: string | undefined,
): Promise<void> {
	const setting = settingNamed(name);
	const changed = setting.write(config, text);
	if (!isSound(changed))
		throw new MonkError("INVALID_ARGUMENT", `${name} cannot be "${text}"`, { hint: `It is: ${setting.about}.` });
	makeFolders(paths);
	await saveConfig(paths.config, changed);
}
