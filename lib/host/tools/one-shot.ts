/** What `monk call` calls itself: it keeps nothing from call to call, so it is told nothing to keep. */
export const ONE_SHOT = "monk call";
