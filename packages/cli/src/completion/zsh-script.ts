import type { Candidate, CompletionData } from './completion-data.js';
import { quote } from './quote.js';

const list = (texts: readonly string[]): string => `(${texts.map(quote).join(' ')})`;

const textsOf = (candidates: readonly Candidate[]): string => list(candidates.map(({ text }) => text));

/** Returns the lines that zsh shows for candidates: their texts and their descriptions in two columns. */
function shownOf(candidates: readonly Candidate[]): string {
  const width = Math.max(...candidates.map(({ text }) => text.length));
  return list(candidates.map(({ text, description }) => `${text.padEnd(width)}  -- ${description}`));
}

/** Returns the completion script for zsh. It can be sourced, or be in a folder of `fpath`. */
export const zshScript = ({ next, optionSets }: CompletionData): string => `#compdef tenant-management
# Completion of tenant-management for zsh.

# Sets next_words to the words that can follow the words in $1.
_tenant_management_next() {
  case $1 in
${[...next]
  .map(
    ([start, words]) => `    ${quote(start)})
      next_words=${textsOf(words)}
      shown_words=${shownOf(words)} ;;`,
  )
  .join('\n')}
    *) next_words=() ;;
  esac
}

# Sets the options of the command in $1. Fails if the command does not exist.
_tenant_management_options() {
  case $1 in
${optionSets
  .map(
    ({ keys, names, files, values }) => `    ${keys.map(quote).join(' | ')})
      option_names=${textsOf(names)}
      shown_options=${shownOf(names)}
      file_options=${list(files)}
      value_options=${list(values)} ;;`,
  )
  .join('\n')}
    *) return 1 ;;
  esac
}

_tenant-management() {
  local -a next_words shown_words option_names shown_options file_options value_options
  local previous='' command='' has_option='' current=\${(Q)words[CURRENT]}
  _tenant_management_next ''
  for previous in "\${(@Q)words[2,CURRENT-1]}"; do
    [[ $previous == -- ]] && return 1
    if [[ $previous == -* ]]; then
      has_option=yes
    elif [[ -z $has_option ]] && (( $#next_words > 0 )); then
      command+="\${command:+ }$previous"
      _tenant_management_options "$command" || return
      _tenant_management_next "$command"
    fi
  done
  _tenant_management_options "$command" || return

  if (( \${file_options[(Ie)$previous]} )); then
    _files
  elif (( \${value_options[(Ie)$previous]} )); then
    return 1
  elif [[ $current == --*=* ]]; then
    (( \${file_options[(Ie)\${current%%=*}]} )) && compset -P '*=' && _files
  elif [[ $current == -* ]]; then
    compadd -l -d shown_options -- "\${option_names[@]}"
  elif [[ -z $has_option ]] && (( $#next_words > 0 )); then
    compadd -l -d shown_words -- "\${next_words[@]}"
  fi
}

# If this file is in a folder of fpath, with the name _tenant-management, zsh runs it as a function.
if [[ \${funcstack[1]} == _tenant-management ]]; then
  _tenant-management "$@"
else
  compdef _tenant-management tenant-management
fi
`;
