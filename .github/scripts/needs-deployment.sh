#!/usr/bin/env bash
# Prints `true` if <commit> has changes that the deployment lacks, else `false`. Says why on stderr.
#
#   needs-deployment.sh <deployed commit, or an empty text if there is none> <commit>
#
# Every file counts but documentation: docs/, what lies beside this repository's README, and every README. Other texts may
# be deployed, as the licences beside the tables of words are. A list of the files that count would have to name each file
# that a stack imports, and a file missing from it would never be deployed.
set -euo pipefail
deployed="$1"
commit="$2"

answer() {
  echo "$2" >&2
  echo "$1"
  exit 0
}
is_commit() { git cat-file -e "$1^{commit}" 2>/dev/null; }

is_commit "$commit" || { echo "$commit is no commit of this repository" >&2; exit 1; }
[ -n "$deployed" ] || answer true 'Nothing is deployed yet.'
is_commit "$deployed" || answer true "The deployed commit $deployed is not part of the history."
# A run that is started again must not replace a newer deployment by an older one.
git merge-base --is-ancestor "$commit" "$deployed" && answer false "$commit is part of the deployed commit $deployed."
git diff --quiet "$deployed" "$commit" -- . ':(exclude,glob)docs/**' ':(exclude,glob)*.md' ':(exclude,glob)**/README.md' &&
  answer false "Only documentation changed since $deployed."
answer true "The deployed commit is $deployed."
