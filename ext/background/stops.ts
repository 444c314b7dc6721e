import { MonkError } from "../../lib/errors/error.ts";
import { local, session } from "../storage.ts";
import type { RunningCalls } from "./running-calls.ts";

/** The person's brakes: over everything, or over the one tab whose debugger they took away. */
export const stopError = (what: string): MonkError => new MonkError("STOPPED_BY_USER", `the person stopped ${what}`);

export async function stopEverything(running: RunningCalls): Promise<void> {
	await local.set("stopped", true);
	running.abortAll(stopError("everything"));
}

export async function stopTab(tabId: number, running: RunningCalls): Promise<void> {
	// Stored first: a call that the abort lets go of may be followed by another at once.
	await session.update("stoppedTabs", (tabs = []) => (tabs.includes(tabId) ? tabs : [...tabs, tabId]));
	running.abortTab(tabId, stopError("acting in this tab"));
}

export async function resumeTab(tabId: number): Promise<void> {
	await session.update("stoppedTabs", (tabs = []) => (tabs.includes(tabId) ? tabs.filter((id) => id !== tabId) : tabs));
}

export const resumeEverything = (): Promise<void> => local.set("stopped", false);
