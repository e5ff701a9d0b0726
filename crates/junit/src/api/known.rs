//! What of the JDK's library tests use: how its common types are made, filled and named.

/// Classes that stand in for an abstract one; their type arguments are the same, as far as they have any.
pub fn stand_ins(class: &str) -> &'static [&'static str] {
    match class {
        "java/util/List"
        | "java/util/Collection"
        | "java/lang/Iterable"
        | "java/util/AbstractList"
        | "java/util/AbstractCollection"
        | "java/util/SequencedCollection" => &["java/util/ArrayList"],
        "java/util/Set" | "java/util/AbstractSet" => &["java/util/HashSet"],
        "java/util/SortedSet" | "java/util/NavigableSet" => &["java/util/TreeSet"],
        "java/util/Map" | "java/util/AbstractMap" => &["java/util/HashMap"],
        "java/util/SortedMap" | "java/util/NavigableMap" => &["java/util/TreeMap"],
        "java/util/Queue" | "java/util/Deque" => &["java/util/ArrayDeque"],
        "java/lang/CharSequence" => &["java/lang/String", "java/lang/StringBuilder"],
        "java/lang/Appendable" => &["java/lang/StringBuilder"],
        "java/lang/Object" | "java/io/Serializable" => &["java/lang/String", "java/lang/Integer"],
        "java/lang/Number" => &["java/lang/Integer", "java/lang/Double"],
        "java/lang/Comparable" => &["java/lang/Integer", "java/lang/String"],
        "java/io/Reader" => &["java/io/StringReader"],
        "java/io/Writer" => &["java/io/StringWriter"],
        "java/io/InputStream" => &["java/io/ByteArrayInputStream"],
        "java/io/OutputStream" => &["java/io/ByteArrayOutputStream"],
        "java/lang/Throwable" | "java/lang/Exception" => &["java/lang/RuntimeException"],
        "java/time/ZoneId" => &["java/time/ZoneOffset"],
        "java/lang/reflect/Type" | "java/lang/reflect/AnnotatedElement" => &["java/lang/Class"],
        "java/lang/reflect/AccessibleObject" | "java/lang/reflect/Executable" => {
            &["java/lang/reflect/Method"]
        }
        "java/util/Calendar" => &["java/util/GregorianCalendar"],
        _ => &[],
    }
}

/// Members of a class of the JDK's that tests use, with their descriptors; all of them are for making or
/// filling it. `None` for a class that nothing is known of.
pub fn members(class: &str) -> Option<&'static [(&'static str, &'static str)]> {
    Some(match class {
        "java/util/ArrayList"
        | "java/util/LinkedList"
        | "java/util/HashSet"
        | "java/util/LinkedHashSet"
        | "java/util/TreeSet"
        | "java/util/ArrayDeque" => &[("<init>", "()V"), ("add", "(Ljava/lang/Object;)Z")],
        "java/util/HashMap" | "java/util/LinkedHashMap" | "java/util/TreeMap" => &[
            ("<init>", "()V"),
            ("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
        ],
        "java/util/List" => &[
            ("of", "()Ljava/util/List;"),
            ("of", "(Ljava/lang/Object;)Ljava/util/List;"),
            ("of", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/List;"),
            ("of", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/List;"),
            ("get", "(I)Ljava/lang/Object;"),
            ("remove", "(I)Ljava/lang/Object;"),
            ("listIterator", "()Ljava/util/ListIterator;"),
        ],
        "java/util/Set" => &[
            ("of", "()Ljava/util/Set;"),
            ("of", "(Ljava/lang/Object;)Ljava/util/Set;"),
            ("iterator", "()Ljava/util/Iterator;"),
            ("contains", "(Ljava/lang/Object;)Z"),
            ("remove", "(Ljava/lang/Object;)Z"),
        ],
        "java/util/Map" => &[
            ("of", "()Ljava/util/Map;"),
            ("of", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;"),
            ("get", "(Ljava/lang/Object;)Ljava/lang/Object;"),
            ("remove", "(Ljava/lang/Object;)Ljava/lang/Object;"),
            ("entrySet", "()Ljava/util/Set;"),
        ],
        "java/lang/Iterable" => &[("iterator", "()Ljava/util/Iterator;")],
        // What a method gives may be a class of its own behind these.
        "java/util/Iterator" => {
            &[("hasNext", "()Z"), ("next", "()Ljava/lang/Object;"), ("remove", "()V")]
        }
        "java/util/ListIterator" => &[
            ("hasNext", "()Z"),
            ("next", "()Ljava/lang/Object;"),
            ("hasPrevious", "()Z"),
            ("previous", "()Ljava/lang/Object;"),
            ("nextIndex", "()I"),
            ("previousIndex", "()I"),
            ("remove", "()V"),
            ("set", "(Ljava/lang/Object;)V"),
            ("add", "(Ljava/lang/Object;)V"),
        ],
        "java/util/Map$Entry" => &[
            ("getKey", "()Ljava/lang/Object;"),
            ("getValue", "()Ljava/lang/Object;"),
            ("setValue", "(Ljava/lang/Object;)Ljava/lang/Object;"),
        ],
        "java/util/Enumeration" => {
            &[("hasMoreElements", "()Z"), ("nextElement", "()Ljava/lang/Object;")]
        }
        "java/util/Collection" => &[
            ("iterator", "()Ljava/util/Iterator;"),
            ("size", "()I"),
            ("contains", "(Ljava/lang/Object;)Z"),
            ("remove", "(Ljava/lang/Object;)Z"),
            ("clear", "()V"),
        ],
        "java/lang/StringBuilder" | "java/lang/StringBuffer" => {
            &[("<init>", "()V"), ("<init>", "(Ljava/lang/String;)V")]
        }
        "java/util/Optional" => &[
            ("empty", "()Ljava/util/Optional;"),
            ("of", "(Ljava/lang/Object;)Ljava/util/Optional;"),
        ],
        "java/math/BigInteger" => {
            &[("valueOf", "(J)Ljava/math/BigInteger;"), ("<init>", "(Ljava/lang/String;)V")]
        }
        "java/math/BigDecimal" => &[
            ("valueOf", "(J)Ljava/math/BigDecimal;"),
            ("valueOf", "(D)Ljava/math/BigDecimal;"),
            ("<init>", "(Ljava/lang/String;)V"),
        ],
        "java/util/Date" => &[("<init>", "(J)V")],
        // Its static methods ask the clock.
        "java/util/Calendar" => &[],
        "java/util/GregorianCalendar" => &[("<init>", "(III)V"), ("<init>", "(IIIIII)V")],
        "java/util/Locale" => &[("ROOT", ""), ("ENGLISH", ""), ("US", ""), ("GERMANY", "")],
        // What takes seconds or days is valid for most numbers, unlike years, months and days.
        "java/time/LocalDate" => {
            &[("of", "(III)Ljava/time/LocalDate;"), ("ofEpochDay", "(J)Ljava/time/LocalDate;")]
        }
        "java/time/LocalTime" => {
            &[("of", "(II)Ljava/time/LocalTime;"), ("ofSecondOfDay", "(J)Ljava/time/LocalTime;")]
        }
        "java/time/LocalDateTime" => &[
            ("of", "(IIIII)Ljava/time/LocalDateTime;"),
            ("of", "(Ljava/time/LocalDate;Ljava/time/LocalTime;)Ljava/time/LocalDateTime;"),
        ],
        "java/time/ZonedDateTime" => &[
            ("ofInstant", "(Ljava/time/Instant;Ljava/time/ZoneId;)Ljava/time/ZonedDateTime;"),
            ("of", "(Ljava/time/LocalDateTime;Ljava/time/ZoneId;)Ljava/time/ZonedDateTime;"),
        ],
        // Its static methods ask the system, or need the name of a zone.
        "java/time/ZoneId" => &[],
        "java/time/OffsetDateTime" => {
            &[("of", "(Ljava/time/LocalDateTime;Ljava/time/ZoneOffset;)Ljava/time/OffsetDateTime;")]
        }
        "java/time/Year" => &[("of", "(I)Ljava/time/Year;")],
        "java/time/YearMonth" => &[("of", "(II)Ljava/time/YearMonth;")],
        "java/time/Period" => &[("ofDays", "(I)Ljava/time/Period;")],
        "java/time/Clock" => {
            &[("fixed", "(Ljava/time/Instant;Ljava/time/ZoneId;)Ljava/time/Clock;")]
        }
        "java/time/Duration" => &[("ofSeconds", "(J)Ljava/time/Duration;")],
        "java/time/Instant" => &[("ofEpochSecond", "(J)Ljava/time/Instant;")],
        "java/time/ZoneOffset" => &[("UTC", ""), ("ofHours", "(I)Ljava/time/ZoneOffset;")],
        "java/util/UUID" => &[("<init>", "(JJ)V")],
        "java/util/Random" => &[("<init>", "(J)V")],
        "java/util/BitSet" => &[("<init>", "()V"), ("set", "(I)V")],
        "java/io/StringReader" => &[("<init>", "(Ljava/lang/String;)V")],
        "java/io/StringWriter" | "java/io/ByteArrayOutputStream" => &[("<init>", "()V")],
        "java/io/ByteArrayInputStream" => &[("<init>", "([B)V")],
        // What is written to them can be looked at, unlike what `Writer.nullWriter()` takes.
        "java/io/PrintWriter" => &[("<init>", "(Ljava/io/Writer;)V")],
        "java/io/PrintStream" => &[("<init>", "(Ljava/io/OutputStream;)V")],
        "java/io/Reader" | "java/io/Writer" | "java/io/InputStream" | "java/io/OutputStream" => &[],
        "java/lang/Object" => &[("<init>", "()V")],
        "java/util/Comparator" => &[
            ("naturalOrder", "()Ljava/util/Comparator;"),
            ("reverseOrder", "()Ljava/util/Comparator;"),
        ],
        "java/util/regex/Pattern" => {
            &[("compile", "(Ljava/lang/String;)Ljava/util/regex/Pattern;")]
        }
        "java/lang/RuntimeException" => &[("<init>", "(Ljava/lang/String;)V")],
        "java/lang/ClassLoader" => &[("getSystemClassLoader", "()Ljava/lang/ClassLoader;")],
        "java/lang/Thread" => &[],
        _ => return None,
    })
}

/// Methods of other classes that give what factories such as `List.of` give in later releases: class, name and
/// descriptor.
pub fn old_factories(class: &str) -> &'static [(&'static str, &'static str, &'static str)] {
    const COLLECTIONS: &str = "java/util/Collections";
    match class {
        "java/util/List" => &[
            (COLLECTIONS, "emptyList", "()Ljava/util/List;"),
            (COLLECTIONS, "singletonList", "(Ljava/lang/Object;)Ljava/util/List;"),
            ("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;"),
        ],
        "java/util/Set" => &[
            (COLLECTIONS, "emptySet", "()Ljava/util/Set;"),
            (COLLECTIONS, "singleton", "(Ljava/lang/Object;)Ljava/util/Set;"),
        ],
        "java/util/Map" => &[
            (COLLECTIONS, "emptyMap", "()Ljava/util/Map;"),
            (COLLECTIONS, "singletonMap", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;"),
        ],
        _ => &[],
    }
}

/// Methods of other classes of the JDK's that make something of a class: class, name and descriptor.
pub fn factories(class: &str) -> &'static [(&'static str, &'static str, &'static str)] {
    const EXECUTORS: &str = "java/util/concurrent/Executors";
    match class {
        "java/util/concurrent/ExecutorService" => {
            &[(EXECUTORS, "newSingleThreadExecutor", "()Ljava/util/concurrent/ExecutorService;")]
        }
        "java/util/concurrent/ScheduledExecutorService" => &[(
            EXECUTORS,
            "newSingleThreadScheduledExecutor",
            "()Ljava/util/concurrent/ScheduledExecutorService;",
        )],
        _ => &[],
    }
}

/// The first release with a method that makes an object of the JDK's; most have been there for ever.
pub fn since(class: &str, method: &str) -> u16 {
    match (class, method) {
        ("java/util/List" | "java/util/Set" | "java/util/Map", "of") => 9,
        ("java/util/Map", "ofEntries" | "entry") | ("java/util/stream/Stream", "ofNullable") => 9,
        ("java/util/concurrent/CompletableFuture", "failedFuture") => 9,
        ("java/lang/ProcessHandle" | "java/lang/Runtime$Version" | "java/lang/StackWalker", _) => 9,
        ("java/util/List" | "java/util/Set" | "java/util/Map", "copyOf") => 10,
        ("java/io/InputStream", "nullInputStream")
        | ("java/io/OutputStream", "nullOutputStream") => 11,
        ("java/io/Reader", "nullReader") | ("java/io/Writer", "nullWriter") => 11,
        ("java/nio/file/Path", "of") | ("java/util/function/Predicate", "not") => 11,
        ("java/util/HexFormat", _) => 17,
        ("java/util/Locale", "of") | ("java/util/Random", "from") => 19,
        ("java/io/Reader", "of") => 24,
        _ => 8,
    }
}
