/**
 * What differs between systems, in one place.
 *
 * Windows has neither file modes nor numeric owners: what lies under the user's own profile is theirs by its inherited
 * access list. It has no signals either: a console sends Ctrl-C and Ctrl-Break, which arrive as SIGINT and SIGBREAK,
 * and SIGTERM from another process ends a program at once, so `monk stop` asks over the control port instead.
 */
export const isWindows: boolean = process.platform === "win32";

export const hasModes: boolean = !isWindows;

/** What asks a process to end in good order. */
export const endingSignals: readonly NodeJS.Signals[] = isWindows ? ["SIGINT", "SIGBREAK"] : ["SIGINT", "SIGTERM"];

/** What a terminal sends to its programs when it is closed. */
export const hangUpSignal: NodeJS.Signals = "SIGHUP";
