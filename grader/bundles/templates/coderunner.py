"""Grades the student's answer, or the file attached to it, and prints what CodeRunner reads."""

import os
import subprocess
import sys
import zipfile

GRADE = "/opt/torchgrader/venv/bin/grade"
answer = """{{ STUDENT_ANSWER | e('py') }}"""
attachments = """{{ ATTACHMENTS | e('py') }}"""
attached = [name for name in attachments.split(",") if name]

if not os.access(GRADE, os.X_OK):
    print("The grader is not installed on this server: run setup.sh there. This is not a mark.")
    sys.exit(3)
zipfile.ZipFile("@COURSE_FILE@").extractall("torchgrader")
os.mkdir("submission")
for name in attached:
    os.link(name, os.path.join("submission", name))
if answer.strip():
    with open(os.path.join("submission", "@FILE_JSON@"), "w", encoding="utf-8") as file:
        file.write(answer)

command = [GRADE, "autograde", "@ID_JSON@", "submission", "--course", "torchgrader/course", "--format", "coderunner"]
done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
print(done.stdout.decode(), end="")
sys.exit(0 if done.returncode in (0, 1, 4) else 3)
