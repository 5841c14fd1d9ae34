#!/usr/bin/env bash
# Deploys the commit again that an environment had before, its functions and its page, because the new one does not work. Fails in
# any case, so that the deployment of the new one counts as failed.
#
#   go-back.sh <commit, or an empty text if there is none> <environment>
set -euo pipefail

# Bash reads a function as a whole before it runs it. The checkout replaces this file.
go_back() {
  local former="$1" environment="$2" url
  if [ -z "$former" ] || [ "$former" = "$(git rev-parse HEAD)" ]; then
    echo 'There is no other commit to go back to.' >&2
    exit 1
  fi
  echo "Going back to $former." >&2
  git fetch --quiet --depth 1 origin "$former"
  git checkout --quiet --force --detach "$former"
  npm ci
  # What is up fails itself, so its failures must not stop the former version.
  npm run cdk -w infrastructure -- deploy --all --require-approval never \
    -c environment="$environment" -c canary=off -c commit="$former" --outputs-file outputs.json
  if [ ! -e .github/scripts/smoke.mjs ]; then
    echo "$former is deployed again. It is older than the smoke run, so nobody asked whether it works." >&2
    exit 1
  fi
  url="$(jq -r ".\"Omomi-$environment-Frontend\".Url" infrastructure/outputs.json)"
  node .github/scripts/smoke.mjs "$url" --commit "$former"
  echo "$former is up again." >&2
  exit 1
}
go_back "$@"
