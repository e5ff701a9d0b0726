/* Conversions, one of which nobody uses. */

/* infeasible: nothing calls it, so that the compiler leaves it out */
static int kelvin(int celsius)
{
    return celsius < -273 ? 0 : celsius + 273;
}

int fahrenheit(int celsius)
{
    if (celsius < -273 || celsius > 10000)
        return -1000;
    return celsius * 9 / 5 + 32;
}

const char *feels(int celsius)
{
    if (celsius < 0)
        return "freezing";
    if (celsius < 15)
        return "cold";
    return celsius < 28 ? "pleasant" : "hot";
}
