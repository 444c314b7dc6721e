import type { CompletionWords } from "./completion-words.ts";

/** Commands, tools and flags are all of these characters, so no shell finds anything to expand in them. */
const plain = /^[\w -]*$/;

function rows(words: CompletionWords, row: (path: string, list: string) => string): string {
	return [...words]
		.filter(([path, list]) => plain.test(path) && list.every((word) => plain.test(word)))
		.map(([path, list]) => row(path, list.join(" ")))
		.join("\n");
}

/** Words by command, in the syntax that bash and zsh share. */
const posixTable = (words: CompletionWords): string => `_monk_words() {
  case "$1" in
${rows(words, (path, list) => `    "${path}") echo "${list}" ;;`)}
  esac
}`;

const bash = (words: CompletionWords): string => `# monk's completions for bash: source <(monk completions bash)
${posixTable(words)}
_monk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at="" word next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${at:+$at }$word"
    [ -n "$(_monk_words "$next")" ] && at="$next"
  done
  COMPREPLY=($(compgen -W "$(_monk_words "$at")" -- "$cur"))
}
complete -o default -F _monk monk
`;

const zsh = (words: CompletionWords): string => `#compdef monk
# monk's completions for zsh: source <(monk completions zsh), or a file _monk in a folder of $fpath
${posixTable(words)}
_monk() {
  local at="" word next
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${at:+$at }$word"
    [[ -n "$(_monk_words "$next")" ]] && at="$next"
  done
  compadd -- \${=$(_monk_words "$at")} || _files
}
if [[ "$funcstack[1]" = _monk ]]; then _monk "$@"; else compdef _monk monk; fi
`;

const fish = (words: CompletionWords): string => `# monk's completions for fish: monk completions fish | source
function __monk_words
  switch "$argv[1]"
${rows(words, (path, list) => `    case '${path}'\n      string split ' ' '${list}'`)}
  end
end
function __monk_complete
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$at $word")
    test -n "$(__monk_words "$next")"; and set at "$next"
  end
  __monk_words "$at"
end
complete -c monk -a '(__monk_complete)'
`;

export const completionScripts = { bash, zsh, fish } as const;

export type Shell = keyof typeof completionScripts;

export const isShell = (name: string): name is Shell => Object.hasOwn(completionScripts, name);
