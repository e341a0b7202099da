#!/bin/bash
# Grades $SUBMISSION and hands the reports to the runner. Ends with the status of the grader: 0 full marks, 1 points
# missing, 3 not graded (nobody's mark), 4 refused.
set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python="$TORCHGRADER_HOME/venv/bin/python"
reports=$(mktemp -d "$RUNNER_TEMP/grade.XXXXXX")
folder=$SUBMISSION
test -d "$folder" || folder=$(dirname "$folder")

# Nothing that is printed meanwhile is a command, and the grader does not know the files by which steps give orders.
# Python is isolated (-I), since the current folder may be a student's, with modules of any name.
token=$("$python" -I -c 'import secrets; print(secrets.token_hex(20))')
echo "::stop-commands::$token"
env -i PATH="$PATH" HOME="$HOME" LANG=C.UTF-8 GRADE_FOLDER="$folder" \
    "$TORCHGRADER_HOME/venv/bin/grade" autograde @ID@ "$SUBMISSION" --course "$here/course" \
    --format github --output "$reports/commands" --format summary --output "$reports/summary.md" \
    --format junit --output "$reports/junit.xml" --format json --output "$reports/result.json" \
    --format html --output "$reports/report.html"
status=$?
echo "::$token::"

cat "$reports/commands"
cat "$reports/summary.md" >>"$GITHUB_STEP_SUMMARY"
echo "reports=$reports" >>"$GITHUB_OUTPUT"
exit "$status"
