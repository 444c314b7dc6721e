import { configure } from "arktype/config";

/**
 * Imported for its effect, before anything that loads arktype: shapes are walked, not compiled to code. An
 * extension's pages may not make code from text; and an owner starts in half the time (300 ms of 700 for the
 * catalogue here), while its messages are small.
 */
configure({ jitless: true });
