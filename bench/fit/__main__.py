from bench.fit.command import command

# What the processes of the pool call is in a module of its own: they cannot import the `__main__` of a package.
command(prog_name="python -m bench.fit")
