import { MonkError } from "../../lib/errors/error.ts";
import { session } from "../storage.ts";
import type { RunningCalls } from "./running-calls.ts";

/** The person's brakes: over everything, or over the one tab whose debugger they took away. */
export const stopError = (what: string): MonkError => new MonkError("STOPPED_BY_USER", `the person stopped ${what}`);

export async function stopEverything(running: RunningCalls): Promise<void> {
	await session.set("stopped", true);
	running.abortAll(stopError("everything"));
}

export async function stopTab(tabId: number, running: RunningCalls): Promise<void> {
	running.abortTab(tabId, stopError("acting in this tab"));
	await session.update("stoppedTabs", (tabs = []) => (tabs.includes(tabId) ? tabs : [...tabs, tabId]));
}

export async function resumeTab(tabId: number): Promise<void> {
	await session.update("stoppedTabs", (tabs = []) => (tabs.includes(tabId) ? tabs.filter((id) => id !== tabId) : tabs));
}

export const resumeEverything = (): Promise<void> => session.set("stopped", false);
