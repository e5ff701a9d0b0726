// time.h: a clock that stands still until the scenario says otherwise; the zone is UTC.
#include "ferret.h"

// Seconds since 1970: 2001-09-09 01:46:40.
time_t __ferret_clock = 1000000000;

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct timeval { long seconds, microseconds; };
struct timespec { long seconds, nanoseconds; };

API long timezone;
API int daylight;
API char *tzname[2] = {"UTC", "UTC"};

static time_t now(void) { return __ferret_clock = __ferret_ask(ASK_TIME, __ferret_clock); }
static long nanoseconds(void) {
    return (long)((unsigned)__ferret_ask(ASK_TIME_NANOSECONDS, 0) % 1000000000u);
}

API time_t time(time_t *to) {
    time_t seconds = now();
    if (to) *to = seconds;
    return seconds;
}

API long clock(void) { return __ferret_ask(ASK_CLOCK, 0); }
API double difftime(time_t a, time_t b) { return (double)(a - b); }

API int gettimeofday(struct timeval *to, void *zone) {
    (void)zone;
    time_t seconds = now();
    *to = (struct timeval){seconds, nanoseconds() / 1000};
    return 0;
}

API int clock_gettime(int which, struct timespec *to) {
    (void)which;
    time_t seconds = now();
    *to = (struct timespec){seconds, nanoseconds()};
    return 0;
}

API int clock_getres(int which, struct timespec *to) {
    (void)which;
    if (to) *to = (struct timespec){0, 1};
    return 0;
}

API int nanosleep(const struct timespec *wanted, struct timespec *left) {
    __ferret_clock += wanted->seconds;
    if (left) *left = (struct timespec){0, 0};
    return 0;
}

struct times { long user, system, child_user, child_system; };
API long times(struct times *to) {
    if (to) *to = (struct times){0, 0, 0, 0};
    return 0;
}

API int getrusage(int who, void *to) {
    (void)who;
    __builtin_memset(to, 0, 144);
    return 0;
}

API void tzset(void) {}

static int is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_before(int month, int leap) {
    static const short days[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    return days[month] + (leap && month > 1);
}

static long floor_divide(long a, long b) { return a / b - (a % b < 0); }

// Days from 1970-01-01 to the first of January of a year.
static long days_to(long year) {
    long y = year - 1;
    return 365 * (year - 1970) + (floor_divide(y, 4) - floor_divide(y, 100) + floor_divide(y, 400)) - 477;
}

static void break_down(time_t time, struct tm *to) {
    long days = floor_divide(time, 86400);
    long second = time - days * 86400;
    long year = 1970 + floor_divide(days * 400, 146097);
    while (days_to(year) > days) year--;
    while (days_to(year + 1) <= days) year++;
    int day = (int)(days - days_to(year)), leap = is_leap(year), month = 0;
    while (days_before(month + 1, leap) <= day) month++;
    long week_day = (days + 4) % 7;
    *to = (struct tm){
        .tm_sec = (int)(second % 60), .tm_min = (int)(second / 60 % 60), .tm_hour = (int)(second / 3600),
        .tm_mday = day - days_before(month, leap) + 1, .tm_mon = month, .tm_year = (int)(year - 1900),
        .tm_wday = (int)(week_day < 0 ? week_day + 7 : week_day), .tm_yday = day, .tm_zone = "UTC",
    };
}

static struct tm shared;

API struct tm *gmtime_r(const time_t *time, struct tm *to) { break_down(*time, to); return to; }
API struct tm *localtime_r(const time_t *time, struct tm *to) { break_down(*time, to); return to; }
API struct tm *gmtime(const time_t *time) {
    break_down(*time, &shared);
    shared.tm_zone = "GMT";
    return &shared;
}
API struct tm *localtime(const time_t *time) { break_down(*time, &shared); return &shared; }

static time_t put_together(struct tm *from) {
    long months = (long)from->tm_year * 12 + from->tm_mon;
    long year = 1900 + floor_divide(months, 12);
    int month = (int)(months - floor_divide(months, 12) * 12);
    long days = days_to(year) + days_before(month, is_leap(year)) + from->tm_mday - 1;
    time_t time = days * 86400 + from->tm_hour * 3600L + from->tm_min * 60L + from->tm_sec;
    break_down(time, from);
    return time;
}

API time_t mktime(struct tm *from) { return put_together(from); }
API time_t timegm(struct tm *from) { return put_together(from); }
API time_t timelocal(struct tm *from) { return put_together(from); }

static const char *const day_names[] = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
};
static const char *const month_names[] = {
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
};

struct out {
    char *to;
    size_t size, length;
};

static void put(struct out *out, const char *text, size_t count) {
    for (size_t i = 0; i < count; i++, out->length++)
        if (out->length < out->size) out->to[out->length] = text[i];
}

static void put_text(struct out *out, const char *text) { put(out, text, __ferret_length(text)); }

static void put_number(struct out *out, long value, int width, char pad) {
    char digits[24];
    int at = 24;
    unsigned long rest = value < 0 ? 0 - (unsigned long)value : (unsigned long)value;
    do digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0) digits[--at] = '-';
    while (pad && 24 - at < width) digits[--at] = pad;
    put(out, digits + at, (size_t)(24 - at));
}

// The number of the ISO week, and the year it belongs to: that of its Thursday.
static int iso_week(const struct tm *time, long *year) {
    int thursday = time->tm_yday - (time->tm_wday + 6) % 7 + 3;
    *year = time->tm_year + 1900L;
    if (thursday < 0) {
        --*year;
        thursday += 365 + is_leap(*year);
    } else if (thursday >= 365 + is_leap(*year)) {
        thursday -= 365 + is_leap(*year);
        ++*year;
    }
    return thursday / 7 + 1;
}

static void format_time(struct out *out, const char *format, const struct tm *time) {
    for (; *format; format++) {
        if (*format != '%') {
            put(out, format, 1);
            continue;
        }
        char pad = '0';
        int given = 0, upper = 0;
        for (format++; *format == '-' || *format == '_' || *format == '0' || *format == '^' || *format == '#'; format++) {
            if (*format == '-') pad = 0, given = 1;
            else if (*format == '_') pad = ' ', given = 1;
            else if (*format == '0') pad = '0', given = 1;
            else if (*format == '^') upper = 1;
        }
        while (*format == 'E' || *format == 'O') format++;
        size_t start = out->length;
        int hour12 = time->tm_hour % 12 ? time->tm_hour % 12 : 12;
        long year = time->tm_year + 1900L, week_year;
        switch (*format) {
        case 'a': put(out, day_names[time->tm_wday], 3); break;
        case 'A': put_text(out, day_names[time->tm_wday]); break;
        case 'b': case 'h': put(out, month_names[time->tm_mon], 3); break;
        case 'B': put_text(out, month_names[time->tm_mon]); break;
        case 'c': format_time(out, "%a %b %e %H:%M:%S %Y", time); break;
        case 'C': put_number(out, floor_divide(year, 100), 2, pad); break;
        case 'd': put_number(out, time->tm_mday, 2, pad); break;
        case 'D': case 'x': format_time(out, "%m/%d/%y", time); break;
        case 'e': put_number(out, time->tm_mday, 2, given ? pad : ' '); break;
        case 'F': format_time(out, "%Y-%m-%d", time); break;
        case 'g': iso_week(time, &week_year); put_number(out, ((week_year % 100) + 100) % 100, 2, pad); break;
        case 'G': iso_week(time, &week_year); put_number(out, week_year, 4, pad); break;
        case 'H': put_number(out, time->tm_hour, 2, pad); break;
        case 'I': put_number(out, hour12, 2, pad); break;
        case 'j': put_number(out, time->tm_yday + 1, 3, pad); break;
        case 'k': put_number(out, time->tm_hour, 2, given ? pad : ' '); break;
        case 'l': put_number(out, hour12, 2, given ? pad : ' '); break;
        case 'm': put_number(out, time->tm_mon + 1, 2, pad); break;
        case 'M': put_number(out, time->tm_min, 2, pad); break;
        case 'n': put(out, "\n", 1); break;
        case 'p': put_text(out, time->tm_hour < 12 ? "AM" : "PM"); break;
        case 'P': put_text(out, time->tm_hour < 12 ? "am" : "pm"); break;
        case 'r': format_time(out, "%I:%M:%S %p", time); break;
        case 'R': format_time(out, "%H:%M", time); break;
        case 's': {
            struct tm copy = *time;
            put_number(out, put_together(&copy), 1, 0);
            break;
        }
        case 'S': put_number(out, time->tm_sec, 2, pad); break;
        case 't': put(out, "\t", 1); break;
        case 'T': case 'X': format_time(out, "%H:%M:%S", time); break;
        case 'u': put_number(out, time->tm_wday ? time->tm_wday : 7, 1, pad); break;
        case 'U': put_number(out, (time->tm_yday + 7 - time->tm_wday) / 7, 2, pad); break;
        case 'V': put_number(out, iso_week(time, &week_year), 2, pad); break;
        case 'w': put_number(out, time->tm_wday, 1, pad); break;
        case 'W': put_number(out, (time->tm_yday + 7 - (time->tm_wday + 6) % 7) / 7, 2, pad); break;
        case 'y': put_number(out, ((year % 100) + 100) % 100, 2, pad); break;
        case 'Y': put_number(out, year, 1, 0); break;
        case 'z': put_text(out, "+0000"); break;
        case 'Z': put_text(out, time->tm_zone ? time->tm_zone : "UTC"); break;
        case '%': put(out, "%", 1); break;
        case 0: return;
        default: put(out, "%", 1); put(out, format, 1);
        }
        for (size_t i = start; upper && i < out->length && i < out->size; i++)
            if (out->to[i] >= 'a' && out->to[i] <= 'z') out->to[i] -= 32;
    }
}

API size_t strftime(char *to, size_t size, const char *format, const struct tm *time) {
    struct out out = {to, size, 0};
    format_time(&out, format, time);
    if (out.length >= size) return 0;
    to[out.length] = 0;
    return out.length;
}

API char *asctime_r(const struct tm *time, char *to) {
    struct out out = {to, 26, 0};
    format_time(&out, "%a %b %e %H:%M:%S %Y\n", time);
    to[out.length] = 0;
    return to;
}

static char text[64];
API char *asctime(const struct tm *time) { return asctime_r(time, text); }
API char *ctime(const time_t *time) {
    struct tm parts;
    break_down(*time, &parts);
    return asctime_r(&parts, text);
}
API char *ctime_r(const time_t *time, char *to) {
    struct tm parts;
    break_down(*time, &parts);
    return asctime_r(&parts, to);
}
