import { configure } from "arktype/config";

/** An extension's pages may not make code from text, which arktype does unless it is told before it loads. */
configure({ jitless: true });
