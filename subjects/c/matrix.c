/* Square matrices of three rows. */

void multiply(double a[3][3], double b[3][3], double result[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            result[i][j] = 0;
            for (int k = 0; k < 3; k++)
                result[i][j] += a[i][k] * b[k][j];
        }
}

int trace_sign(double m[3][3])
{
    double trace = m[0][0] + m[1][1] + m[2][2];

    if (trace > 0)
        return 1;
    return trace < 0 ? -1 : 0;
}

int is_symmetric(int m[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++)
            if (m[i][j] != m[j][i])
                return 0;
    return 1;
}

int is_identity(int m[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (m[i][j] != (i == j))
                return 0;
    return 1;
}
