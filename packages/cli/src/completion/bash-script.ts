import type { CompletionData } from './completion-data.js';
import { quote } from './quote.js';

/** Quotes a command for a comparison. The script removes quotes and backslashes from the words that the user typed. */
const quoteKey = (text: string): string => quote(text.replaceAll(/["'\\]/g, ''));

const list = (texts: readonly string[]): string => `(${texts.map(quote).join(' ')})`;

/** Returns the completion script for bash 3.2 and later. */
export const bashScript = ({ next, optionSets }: CompletionData): string => `# Completion of tenant-management for bash.

# Sets next_words to the words that can follow the words in $1.
_tenant_management_next() {
  case $1 in
${[...next].map(([start, words]) => `    ${quoteKey(start)}) next_words=${list(words.map(({ text }) => text))} ;;`).join('\n')}
    *) next_words=() ;;
  esac
}

# Sets the options of the command in $1. Fails if the command does not exist.
_tenant_management_options() {
  case $1 in
${optionSets
  .map(
    ({ keys, names, files, values }) => `    ${keys.map(quoteKey).join(' | ')})
      option_names=${list(names.map(({ text }) => text))}
      file_options=${list(files)}
      value_options=${list(values)} ;;`,
  )
  .join('\n')}
    *) return 1 ;;
  esac
}

# Whether $1 equals one of the other arguments.
_tenant_management_contains() {
  local wanted=$1 one
  shift
  for one; do [[ $one == "$wanted" ]] && return; done
  return 1
}

# Adds the candidates in $2 and in the following arguments that start with $1.
_tenant_management_add() {
  local start=$1 candidate quoted
  shift
  for candidate; do
    [[ $candidate == "$start"* ]] || continue
    printf -v quoted %q "$candidate"
    COMPREPLY+=("$quoted")
  done
}

# Adds the files whose names start with $2. $1 is the text before the name.
_tenant_management_add_files() {
  local file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$1$file"); done < <(compgen -f -- "$2")
}

_tenant_management() {
  local next_words option_names file_options value_options typed=() word is_joined='' i
  COMPREPLY=()
  # Join the parts of a word that bash splits at ":" and "=".
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((\${#typed[@]} > 0)) && [[ $is_joined || $word == [:=]* ]]; then
      typed[\${#typed[@]}-1]+=$word
    else
      typed+=("$word")
    fi
    is_joined=''
    [[ $word == *[:=] ]] && is_joined=yes
  done

  local command='' has_option='' previous='' current count=\${#typed[@]}
  _tenant_management_next ''
  for ((i = 0; i < count - 1; i++)); do
    previous=\${typed[i]//[\\"\\'\\\\]/}
    [[ $previous == -- ]] && return
    if [[ $previous == -* ]]; then
      has_option=yes
    elif [[ ! $has_option ]] && ((\${#next_words[@]} > 0)); then
      command+=\${command:+ }$previous
      _tenant_management_options "$command" || return
      _tenant_management_next "$command"
    fi
  done
  _tenant_management_options "$command" || return

  current=\${typed[count-1]//[\\"\\'\\\\]/}
  if _tenant_management_contains "$previous" "\${file_options[@]}"; then
    _tenant_management_add_files '' "$current"
  elif _tenant_management_contains "$previous" "\${value_options[@]}"; then
    return
  elif [[ $current == --*=* ]]; then
    _tenant_management_contains "\${current%%=*}" "\${file_options[@]}" || return
    # If "=" separates words, bash replaces only the text after it.
    word=\${current%%=*}=
    [[ $COMP_WORDBREAKS == *=* ]] && word=''
    _tenant_management_add_files "$word" "\${current#*=}"
  elif [[ $current == -* ]]; then
    _tenant_management_add "$current" "\${option_names[@]}"
  elif [[ ! $has_option ]]; then
    _tenant_management_add "$current" "\${next_words[@]}"
  fi
  # If ":" separates words, bash replaces only the text after the last ":".
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    word=\${current%"\${current##*:}"}
    word=\${word#--*=}
    COMPREPLY=("\${COMPREPLY[@]#"$word"}")
  fi
}

complete -F _tenant_management tenant-management
`;
