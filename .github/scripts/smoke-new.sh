#!/usr/bin/env bash
# Asks a deployment that nobody uses yet whether it works, with a feed from end to end: lets a reader in, and takes a token of theirs.
#
#   smoke-new.sh <file of the deployment's outputs> <environment> <the commit that was deployed>
set -euo pipefail
outputs="$1" environment="$2" commit="$3"
scripts="$(dirname "$0")"
output() { jq -er ".\"Omomi-$environment-$1\".$2" "$outputs"; }

url="$(output Frontend Url)"
table="$(output Database TableName)"
AWS_REGION="$(output Compute Region)"
export AWS_REGION
# The name of a new distribution takes a while to be known everywhere, which this waits for.
node "$scripts/smoke.mjs" "$url" --commit "$commit"
link="$(npm run --silent invite -- --table "$table" --origin "$url")"
SMOKE_TOKEN="$(node "$scripts/sign-up.mjs" "$link")"
export SMOKE_TOKEN
# GitHub leaves it out of the log from here on.
echo "::add-mask::$SMOKE_TOKEN"
node "$scripts/smoke.mjs" "$url" --commit "$commit"
