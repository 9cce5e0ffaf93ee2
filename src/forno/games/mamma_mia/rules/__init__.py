"""The rules of Mamma Mia!: what happens at the table. They import `core` and nothing else."""
