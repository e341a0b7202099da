#!/bin/bash
# The entry point of the grading container. It ends well whenever there is a results.json: else that would not be read.
rm -rf /grade/data # it can hold answers, and nothing here needs it
mkdir -p /grade/results

export GRADE_DEBUG=1
/opt/torchgrader/venv/bin/grade autograde @ID@ /grade/student --course /grade/tests/course \
    --format prairielearn --output /grade/results/results.json

test -s /grade/results/results.json
