//! The projects of the corpus: where they come from, what is compiled, what they are run on.

/// Where the sources come from.
pub enum Origin {
    /// A source package of Debian.
    Debian(&'static str),
    /// A crate of the registry that carries them: name, version, folder.
    Crate(&'static str, &'static str, &'static str),
}

/// What a run reads from standard input.
pub enum Input {
    /// This text.
    Text(&'static str),
    /// The numbers from 1 up to this one, a line each.
    Numbers(u32),
    /// What the run before it printed.
    Before,
}

/// One project.
pub struct Project {
    pub name: &'static str,
    pub origin: Origin,
    /// A file of ours in `drivers` with a `main`.
    pub driver: Option<&'static str>,
    /// Files of the project, or folders with `/*.c`; those behind `!` are left out.
    pub files: &'static [&'static str],
    pub flags: &'static [&'static str],
    /// Files that a configure script would write.
    pub headers: &'static [(&'static str, &'static str)],
    /// Files of the project that it reads.
    pub read: &'static [&'static str],
    /// Functions whose way depends on the values of pointers; their counts are not compared.
    pub addresses: &'static [&'static str],
    /// Whether it reads memory that it never wrote.
    pub zeros: bool,
    /// Arguments and input of each run.
    pub runs: &'static [(&'static [&'static str], Input)],
}

const JSON: &str = r#"{"a":[1,2.5,-3e10,true,false,null,"text\n\u00e9\ud83d\ude00"],"b":{"c":{}, "d":[]},"e":1e-7}"#;
const XML: &str = r#"<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "val">]>
<r a="1" b="&lt;x"><c>text &e; more</c><d/><e><f x="y">deep</f></e><![CDATA[<raw>]]></r>"#;
const SQL: &str = "create table t(a integer primary key, b text, c real);
insert into t values(1,'one',1.5),(2,'two',2.25),(3,'three',null);
create index i on t(b); select * from t where b like 't%' order by b;
with recursive n(x) as (select 1 union all select x+1 from n where x<50)
insert into t select x+10, 'n'||x, x*0.1 from n;
select count(*), sum(c), avg(a), max(b), group_concat(b) from t;
select typeof(c), round(c,1), upper(b), length(b), substr(b,2) from t limit 3;
update t set b = b || '!' where a % 7 = 0; delete from t where a > 30;
select a, b, printf('%.3f', c) from t order by c desc limit 5; pragma integrity_check;
select date('2024-02-29','+1 year'), julianday('2000-01-01'); select nonsense;";
const MARKDOWN: &str = "# Title\n\nA *paragraph* with **strong** text, `code` and a [link](http://x.y/z?a=b&c).\n\n\
- one\n- two\n  1. nested\n\n> quote\n\n```c\nint x = 1 < 2;\n```\n\n<b>html</b> &amp; &copy;\n\n* * *\n";
const YAML: &str = "a: 1\nlist:\n  - x\n  - {y: [1, 2], z: 'quoted ''text'''}\n? complex\n: &anchor |\n  block\n  text\nref: *anchor\n---\nsecond: \"esc\\u00e9\\n\"\n";
const SCHEME: &str =
    "(define (fact n) (if (= n 0) 1 (* n (fact (- n 1))))) (display (fact 10)) (newline)
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (display (fib 12)) (newline)
(display (map (lambda (x) (* x x)) '(1 2 3 4))) (newline) (write \"a\\nb\") (newline)
(let loop ((i 0)) (if (< i 5) (begin (display i) (display \" \") (loop (+ i 1))))) (newline)
(display (call/cc (lambda (k) (+ 1 (k 42))))) (newline) (display (/ 1.0 3)) (newline) (car 5)\n";
const DC: &str = "20 k 2 v p 3 1 / p [la 1 + d sa 10 >b] sb 0 sa lbx la p 2 70 ^ p 16 o 255 p f [hello] P 10 P _5 3 % p\n";

const BC: &str = "2^100; scale=20; 1/3\ndefine f(n) { if (n<2) return (1); return (n*f(n-1)); }\nf(30)\n\
sqrt(2); a[3]=5; a[3]++; a[3]\nfor (i=0;i<3;i++) { print i,\" \"; i }\nwhile (i>0) i-=1\nobase=16; 255\n\"hi\"\n\
length(123456); ibase=2; 1011\nx+\nquit\n";
const LUA: &str =
    "local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end
print(fib(12), 7 // 2, 7 / 2, 2^10, 10 % 3, \"a\" .. 1)
local t = {} for i = 1, 20 do t[i] = (i * 7) % 11 end table.sort(t)
print(table.concat(t, \",\"), #t, select(\"#\", table.unpack(t)))
for w, n in string.gmatch(\"one=1, two=2\", \"(%w+)=(%w+)\") do io.write(w, \":\", n, \"\\n\") end
print(string.format(\"%5.2f|%-5s|%x\", 3.14159, \"ab\", 255), (\"x\"):rep(3, \"-\"))
local m = setmetatable({}, {__index = function(_, k) return k .. \"!\" end, __add = function() return 42 end})
print(m.hello, m + 1, math.floor(-3.5), math.type(1), 1 // 0.0, tostring(nil))\n";
const WORDS: &str =
    "pear:10\nApple:9\nfig:100\napple:9\nfig:100\nBanana:-3\n\n zebra:2.5\nquince:1e2\n";

/// Real data for a run.
const LONG: Input = Input::Numbers(3000);

/// Little enough that every byte is followed as a symbol.
const SHORT: Input = Input::Numbers(40);

pub const PROJECTS: &[Project] = &[
    Project {
        name: "bzip2",
        origin: Origin::Debian("bzip2"),
        driver: None,
        files: &[
            "bzip2.c",
            "blocksort.c",
            "huffman.c",
            "crctable.c",
            "randtable.c",
            "compress.c",
            "decompress.c",
            "bzlib.c",
        ],
        flags: &["-D_FILE_OFFSET_BITS=64"],
        headers: &[],
        read: &[],
        addresses: &[],
        // `fallbackSort` sets single bits of words that nobody wrote.
        zeros: true,
        runs: &[
            (&["-c"], LONG),
            (&["-dc"], Input::Before),
            (&["-c"], SHORT),
            (&["-dc"], Input::Before),
        ],
    },
    Project {
        name: "zlib",
        origin: Origin::Debian("zlib"),
        driver: None,
        files: &["*.c", "test/minigzip.c"],
        flags: &["-I.", "-DHAVE_UNISTD_H"],
        headers: &[],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[(&[], LONG), (&["-d"], Input::Before), (&[], SHORT), (&["-d"], Input::Before)],
    },
    Project {
        name: "lz4",
        origin: Origin::Debian("lz4"),
        driver: None,
        files: &[
            "lib/lz4.c",
            "lib/lz4hc.c",
            "lib/lz4frame.c",
            "lib/xxhash.c",
            "programs/lz4cli.c",
            "programs/lz4io.c",
            "programs/bench.c",
            "programs/datagen.c",
        ],
        flags: &["-Ilib", "-Iprograms", "-DXXH_NAMESPACE=LZ4_"],
        headers: &[],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[
            (&["-c", "-"], LONG),
            (&["-dc", "-"], Input::Before),
            (&["-c", "-"], SHORT),
            (&["-dc", "-"], Input::Before),
        ],
    },
    Project {
        name: "xxhash",
        origin: Origin::Debian("xxhash"),
        driver: None,
        files: &[
            "xxhash.c",
            "cli/xxhsum.c",
            "cli/xsum_bench.c",
            "cli/xsum_os_specific.c",
            "cli/xsum_output.c",
            "cli/xsum_sanity_check.c",
        ],
        flags: &["-I.", "-Icli", "-DXXH_VECTOR=0"],
        headers: &[],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[
            (&["-H0", "-"], LONG),
            (&["-H1", "-"], LONG),
            (&["-H2", "-"], LONG),
            (&["-H0", "-"], SHORT),
            (&["-H1", "-"], SHORT),
            (&["-H2", "-"], SHORT),
        ],
    },
    Project {
        name: "cjson",
        origin: Origin::Debian("cjson"),
        driver: Some("json.c"),
        files: &["cJSON.c"],
        flags: &["-I."],
        headers: &[],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[(&[], Input::Text(JSON)), (&[], Input::Text("{\"a\":[1,}"))],
    },
    Project {
        name: "expat",
        origin: Origin::Debian("expat"),
        driver: Some("xml.c"),
        files: &["expat/lib/xmlparse.c", "expat/lib/xmlrole.c", "expat/lib/xmltok.c"],
        flags: &["-Iexpat/lib", "-DHAVE_EXPAT_CONFIG_H"],
        headers: &[(
            "expat_config.h",
            "#define XML_CONTEXT_BYTES 1024\n#define XML_DTD 1\n#define XML_NS 1\n#define BYTEORDER 1234\n#define XML_DEV_URANDOM 1\n#define HAVE_UNISTD_H 1\n",
        )],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[(&[], Input::Text(XML)), (&[], Input::Text("<a><b></a>"))],
    },
    Project {
        name: "dc (GNU bc)",
        origin: Origin::Debian("bc"),
        driver: None,
        files: &["dc/*.c", "lib/number.c"],
        flags: &["-Ih", "-Idc", "-DHAVE_CONFIG_H"],
        headers: &[(
            "config.h",
            "#define PACKAGE \"dc\"\n#define VERSION \"1\"\n#define DC_VERSION \"1\"\n#define DC_COPYRIGHT \"\"\n#define HAVE_ERRNO_H 1\n#define HAVE_UNISTD_H 1\n#define HAVE_STDLIB_H 1\n#define HAVE_STRING_H 1\n#define HAVE_LIMITS_H 1\n#define HAVE_STDARG_H 1\n#define STDC_HEADERS 1\n#define _(x) x\n",
        )],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[(&[], Input::Text(DC))],
    },
    Project {
        name: "cmark",
        origin: Origin::Debian("cmark"),
        driver: None,
        files: &["src/*.c"],
        flags: &["-Isrc"],
        headers: &[
            (
                "config.h",
                "#include <stdbool.h>\n#define HAVE_STDBOOL_H\n#define HAVE___BUILTIN_EXPECT\n#define CMARK_ATTRIBUTE(list) __attribute__ (list)\n#define CMARK_INLINE inline\n",
            ),
            ("cmark_version.h", "#define CMARK_VERSION 1\n#define CMARK_VERSION_STRING \"1\"\n"),
            ("cmark_export.h", "#define CMARK_EXPORT\n#define CMARK_NO_EXPORT\n"),
        ],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[
            (&[], Input::Text(MARKDOWN)),
            (&["-t", "xml"], Input::Text(MARKDOWN)),
            (&["-t", "man"], Input::Text(MARKDOWN)),
        ],
    },
    Project {
        name: "libyaml",
        origin: Origin::Debian("libyaml"),
        driver: None,
        files: &["src/*.c", "tests/example-deconstructor.c"],
        flags: &["-Iinclude", "-DHAVE_CONFIG_H"],
        headers: &[(
            "config.h",
            "#define YAML_VERSION_MAJOR 0\n#define YAML_VERSION_MINOR 2\n#define YAML_VERSION_PATCH 5\n#define YAML_VERSION_STRING \"0.2.5\"\n",
        )],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[(&[], Input::Text(YAML)), (&[], Input::Text("a: [1\n"))],
    },
    Project {
        name: "libmd",
        origin: Origin::Debian("libmd"),
        driver: Some("digest.c"),
        files: &["src/md5.c", "src/sha1.c", "src/sha2.c", "src/rmd160.c"],
        flags: &["-Iinclude", "-Isrc"],
        headers: &[("config.h", "#define HAVE_STDINT_H 1\n")],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[(&[], LONG), (&[], SHORT), (&[], Input::Text(""))],
    },
    Project {
        name: "tre",
        origin: Origin::Debian("tre"),
        driver: Some("matcher.c"),
        files: &["lib/*.c"],
        flags: &["-Ilib", "-DHAVE_CONFIG_H"],
        headers: &[
            (
                "config.h",
                "#define HAVE_SYS_TYPES_H 1\n#define HAVE_ALLOCA_H 1\n#define HAVE_ALLOCA 1\n#define TRE_USE_ALLOCA 1\n#define TRE_REGEX_T_FIELD value\n#define TRE_APPROX 1\n#define HAVE_ISASCII 1\n#define HAVE_ISBLANK 1\n",
            ),
            (
                "tre-config.h",
                "#define HAVE_SYS_TYPES_H 1\n#define TRE_APPROX 1\n#define TRE_VERSION \"0.8.0\"\n#define TRE_VERSION_1 0\n#define TRE_VERSION_2 8\n#define TRE_VERSION_3 0\n",
            ),
        ],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[(&[], Input::Text("hello\nababcde\n12-345\nabc xxxy\nac\nfoo Bar\n"))],
    },
    Project {
        name: "tinyscheme",
        origin: Origin::Debian("tinyscheme"),
        driver: None,
        files: &["scheme.c"],
        flags: &[
            "-I.",
            "-DUSE_DL=0",
            "-DSTANDALONE=1",
            "-DUSE_INTERFACE=1",
            "-DInitFile=\"init.scm\"",
        ],
        headers: &[],
        read: &["init.scm"],
        // It aligns what `malloc` gives.
        addresses: &["alloc_cellseg"],
        // The nesting of parentheses is counted from what was there before, as valgrind says too.
        zeros: true,
        runs: &[(&["-"], Input::Text(SCHEME))],
    },
    Project {
        name: "sqlite",
        origin: Origin::Crate("libsqlite3-sys", "0.30.1", "sqlite3"),
        driver: Some("sql.c"),
        files: &["sqlite3.c"],
        flags: &[
            "-I.",
            "-DSQLITE_THREADSAFE=0",
            "-DSQLITE_OMIT_LOAD_EXTENSION",
            "-DSQLITE_OMIT_WAL",
            // `long double` is a `double` in the machine.
            "-DLONGDOUBLE_TYPE=double",
        ],
        headers: &[],
        read: &[],
        // They ask whether memory lies before the end of another object.
        addresses: &["sqlite3DbFreeNN", "sqlite3DbNNFreeNN"],
        zeros: false,
        runs: &[(&[], Input::Text(SQL))],
    },
    Project {
        name: "GNU bc",
        origin: Origin::Debian("bc"),
        driver: None,
        files: &["bc/*.c", "lib/number.c"],
        flags: &["-Ih", "-Ibc", "-DHAVE_CONFIG_H"],
        headers: &[
            (
                "config.h",
                "#define PACKAGE \"bc\"\n#define VERSION \"1\"\n#define BC_COPYRIGHT \"\"\n#define HAVE_UNISTD_H 1\n#define HAVE_STDLIB_H 1\n#define HAVE_STRING_H 1\n#define HAVE_LIMITS_H 1\n#define HAVE_STDARG_H 1\n#define HAVE_LIB_H 1\n#define STDC_HEADERS 1\n#define _(x) x\n",
            ),
            ("libmath.h", "{0}\n"),
        ],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[(&[], Input::Text(BC))],
    },
    Project {
        name: "lua",
        origin: Origin::Debian("lua5.4"),
        driver: None,
        files: &["src/*.c", "!src/luac.c"],
        // Without `setjmp`, so that an error of a script ends the program, and without a seed made of
        // addresses and the time.
        flags: &[
            "-DLUAI_THROW(L,c)=abort()",
            "-DLUAI_TRY(L,c,a)={a}",
            "-Dluai_jmpbuf=int",
            "-Dluai_makeseed(L)=7",
        ],
        headers: &[],
        read: &[],
        // Strings of C are cached by address.
        addresses: &["internshrstr", "luaS_hash", "luaS_new", "luaS_newlstr"],
        zeros: false,
        runs: &[(&["-"], Input::Text(LUA))],
    },
    Project {
        name: "sort (Plan 9)",
        origin: Origin::Debian("9base"),
        driver: Some("plan9.c"),
        files: &[
            "sort/sort.c",
            "lib9/bio/*.c",
            "!lib9/bio/bcat.c",
            "lib9/utf/*.c",
            "lib9/fmt/*.c",
            "!lib9/fmt/errfmt.c",
            "!lib9/fmt/fmtlock.c",
            "!lib9/fmt/test.c",
            "!lib9/fmt/test2.c",
            "!lib9/fmt/test3.c",
            "lib9/main.c",
            "lib9/sysfatal.c",
            "lib9/_exits.c",
            "lib9/argv0.c",
            "lib9/exitcode.c",
            "lib9/fmtlock2.c",
            "lib9/open.c",
            "lib9/create.c",
            "lib9/seek.c",
            "lib9/errstr.c",
            "lib9/opentemp.c",
            "lib9/atexit.c",
            "lib9/malloc.c",
            "lib9/strecpy.c",
            "lib9/write.c",
            "lib9/atol.c",
            "lib9/time.c",
        ],
        flags: &["-Ilib9"],
        headers: &[],
        read: &[],
        addresses: &[],
        zeros: false,
        runs: &[
            (&[], LONG),
            (&["-n", "-r"], LONG),
            (&["-u", "-f"], Input::Text(WORDS)),
            (&["-t:", "-k2", "-n"], Input::Text(WORDS)),
        ],
    },
];
