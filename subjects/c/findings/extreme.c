/* A sum that only the largest numbers do not fit into. */
int next(int number)
{
    return number + 1;
}
