#!/bin/bash
# VPL runs this to prepare an evaluation; what it then runs, and reads, is vpl_execution.
. ./vpl_environment.sh

grader=/opt/torchgrader/venv/bin
course=.torchgrader
rm -rf "$course" vpl_execution
if [ ! -x "$grader/grade" ]; then
    echo "The grader is not installed on this execution server: run setup.sh there." # without vpl_execution, no mark
    exit 1
fi
base64 -d >.course.zip <<'END'
@COURSE@
END
# Python is isolated (-I), since the current folder is the student's, with modules of any name.
"$grader/python" -I -m zipfile -e .course.zip "$course"
rm .course.zip

{
    echo '#!/bin/bash'
    printf 'export VPL_GRADEMIN=%q VPL_GRADEMAX=%q LANG=C.UTF-8\n' "${VPL_GRADEMIN-}" "${VPL_GRADEMAX-}"
    printf '%q autograde %q . --course %q --format vpl 2>/dev/null\n' "$grader/grade" @ID@ "$course/course"
} >vpl_execution
chmod +x vpl_execution
