from torch import nn


def residual_add(x, sublayer):
    def add_input(module, inputs, output):
        if output.shape != inputs[0].shape:
            raise ValueError("the shapes differ")
        return output + inputs[0]

    class Run(nn.Module):
        def forward(self, h):
            return sublayer(h)

    runner = Run()
    runner.register_forward_hook(add_input)
    return runner(x)
