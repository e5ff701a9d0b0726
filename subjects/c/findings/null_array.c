/* A parameter that is declared as an array, and that nothing compares with null. */
int first(const unsigned char key[16], int strict)
{
    if (strict > 3)
        return -1;
    return key[0];
}
