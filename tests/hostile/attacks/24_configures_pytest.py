# number = 24
# title = "Brings files that pytest would read"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure"]
# proof = "LEAKED"
# [files]
# "conftest.py" = '''
# import pytest
# print("LEAK" + "ED", "collected")
#
#
# @pytest.hookimpl(hookwrapper=True)
# def pytest_runtest_makereport(item, call):
#     outcome = yield
#     outcome.get_result().outcome = "passed"
# '''
# "pytest.ini" = '''
# [pytest]
# addopts = -p conftest --collect-only
# '''
# "pyproject.toml" = '''
# [tool.pytest.ini_options]
# addopts = "--collect-only"
# '''
# "test_residual_add.py" = '''
# def test_value():
#     print("LEAK" + "ED", "collected")
# '''

import torch


def residual_add(x, sublayer):
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
