import type { Candidate, CompletionData } from './completion-data.js';
import { quoteForFish } from './quote.js';

const list = (texts: readonly string[]): string => texts.map((text) => ` ${quoteForFish(text)}`).join('');

/** Returns a candidate as fish reads it: the text, a tab and the description. */
const line = ({ text, description }: Candidate): string => `${text}\t${description}`;

/** Returns the completion script for fish 3 and later. */
export function fishScript({ next, optionSets }: CompletionData): string {
  const setOf = new Map(optionSets.flatMap(({ keys }, index) => keys.map((key) => [key, index + 1] as const)));
  // Incomplete commands come first, so that the lists of next words have the same positions.
  const keys = [...new Set([...next.keys(), ...setOf.keys()])];
  return `# Completion of tenant-management for fish.

function __tenant_management_complete
    # Commands, and for each of them the number of its options and the lines of its next words.
    set -l commands${list(keys)}
    set -l option_sets${keys.map((key) => ` ${setOf.get(key)}`).join('')}
    set -l next_words${list([...next.values()].map((words) => words.map(line).join('\n')))}

    set -l tokens (commandline -opc)
    set -e tokens[1]
    set -l current (commandline -ct)
    set -l command ''
    set -l position 1
    set -l has_option
    for token in $tokens
        test "$token" = --; and return
        if string match -q -- '-*' "$token"
            set has_option yes
        else if not set -q has_option[1]; and test $position -le (count $next_words)
            test -n "$command"; and set command "$command $token"; or set command $token
            set position (contains -i -- "$command" $commands); or return
        end
    end

    set -l options
    set -l file_options
    set -l value_options
    switch $option_sets[$position]
${optionSets
  .map(
    ({ names, files, values }, index) => `        case ${index + 1}
            set options${list(names.map(line))}
            set file_options${list(files)}
            set value_options${list(values)}`,
  )
  .join('\n')}
    end

    if contains -- "$tokens[-1]" $file_options
        __fish_complete_path "$current"
    else if contains -- "$tokens[-1]" $value_options
        return
    else if string match -q -- '--*=*' "$current"
        set -l parts (string split -m 1 = -- "$current")
        contains -- $parts[1] $file_options; or return
        for file in (__fish_complete_path "$parts[2]")
            echo "$parts[1]=$file"
        end
    else if string match -q -- '-*' "$current"
        printf '%s\\n' $options
    else if not set -q has_option[1]; and test $position -le (count $next_words)
        printf '%s\\n' $next_words[$position]
    end
end

complete -c tenant-management -f -a '(__tenant_management_complete)'
`;
}
