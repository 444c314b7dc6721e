import { type ErrorCode, errorRules, isErrorCode } from "../../lib/errors/codes.ts";

/** 0 done, 1 a person said no, 2 voided (nobody decided, cancelled, disconnected), 3 anything else. */
export type ExitStatus = 0 | 1 | 2 | 3;

export const exitStatusOf = (code: ErrorCode): ExitStatus => errorRules[code].exit;

/** The status for a code that came in a tool's result. */
export const exitStatusOfText = (code: unknown): ExitStatus => (isErrorCode(code) ? exitStatusOf(code) : 3);
