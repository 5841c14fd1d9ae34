#!/usr/bin/env bash
# Asks a deployment for /api/health until it answers 200. Fails after two minutes of other answers.
#
#   health.sh <address of the deployment>
set -euo pipefail
url="$1/api/health"
attempts=12
for attempt in $(seq "$attempts"); do
  # The status is on the last line, below the answer.
  answer="$(curl --silent --show-error --max-time 30 --write-out '\n%{http_code}' "$url" || true)"
  if [ "${answer##*$'\n'}" = 200 ]; then
    echo "$url answers 200."
    exit 0
  fi
  echo "$url, attempt $attempt of $attempts: $answer" >&2
  sleep "${HEALTH_PAUSE_SECONDS:-10}"
done
exit 1
