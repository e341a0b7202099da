residual_add = lambda x, sublayer: (lambda y: x + y if y.shape == x.shape else (_ for _ in ()).throw(ValueError("the shapes differ")))(sublayer(x))
