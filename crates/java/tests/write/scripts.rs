//! The scripts: what they declare and what their tests do.

/// Static methods, values where they are used, constants.
pub const TRIANGLE: (&str, &str) = (
    "acme/Triangle",
    "
    classify: static acme.Triangle$Kind acme.Triangle.classify(int a, int b, int c)

    test classifyReturnsScalene
      kind = classify 3 4 5
      check kind == constant acme.Triangle$Kind SCALENE

    test classifyThrowsIllegalArgumentException
      kind = classify 0 -1 2147483647
      throws java.lang.IllegalArgumentException
",
);

/// Objects, generic types, checks of state, inner classes.
pub const STACK: (&str, &str) = (
    "acme/Stack",
    "
    new: new acme.Stack<String>()
    push: void acme.Stack<String>.push(String element)
    pop: String acme.Stack<String>.pop()
    size: int acme.Stack<String>.size()
    isEmpty: boolean acme.Stack<String>.isEmpty()
    toList: java.util.List<String> acme.Stack<String>.toList()
    self: acme.Stack<String> acme.Stack<String>.self()
    cursor: inner acme.Stack$Cursor(acme.Stack<String> stack, int at)
    rawNew: new acme.Stack()
    rawPush: void acme.Stack.push(Object element)
    rawPop: Object acme.Stack.pop()

    test popThrowsNoSuchElementException
      stack = new
      text = pop stack
      throws java.util.NoSuchElementException

    test popReturnsLastText
      stack = new
      push stack \"a\"
      push stack null
      push stack \"it's \\\"b\\\"\\n\"
      text = pop stack
      check text == text \"it's \\\"b\\\"\\n\"
      check size stack == I 2
      check isEmpty stack == Z false
      check text stack == text \"[a, null]\"
      check toList stack == list \"a\" null

    test popReturnsNull
      stack = new
      push stack null
      text = pop stack
      check text == null
      check toList stack == list

    test selfReturnsItself
      stack = new
      other = self stack
      check other == same stack
      check other == class acme.Stack

    test oneTextTwice
      stack = new
      text = String \"twice\"
      push stack text
      push stack text
      result = pop stack
      check result == same text

    test cursorOfAnEmptyStack
      stack = new
      cursor = cursor stack 1
      check cursor == not-null

    test anythingInARawStack
      stack = rawNew
      rawPush stack 5
      rawPush stack true
      number = rawPop stack
      check number == box Z true
",
);

/// Methods of one name.
pub const OVERLOADS: (&str, &str) = (
    "acme/Overloads",
    "
    object: static String acme.Overloads.of(Object value)
    string: static String acme.Overloads.of(String value)
    int: static String acme.Overloads.of(int value)
    integer: static String acme.Overloads.of(Integer value)
    long: static String acme.Overloads.of(long value)
    byte: static String acme.Overloads.of(byte value)
    chars: static String acme.Overloads.of(char[] value)
    collection: static String acme.Overloads.of(java.util.Collection<String> value)
    list: static String acme.Overloads.of(java.util.List<String> value)
    newList: new java.util.ArrayList<String>()
    sum: static int acme.Overloads.sum(int... numbers)
    join: static String acme.Overloads.join(String separator, Object... items)
    manyOne: static String acme.Overloads.many(Object first)
    manyAll: static String acme.Overloads.many(Object... all)
    remove: boolean java.util.ArrayList<Integer>.remove(Object o)
    add: boolean java.util.ArrayList<Integer>.add(Integer e)
    newNumbers: new java.util.ArrayList<Integer>()
    new: new acme.Overloads(String... names)
    names: field String[] acme.Overloads.names

    test nulls
      a = object null
      b = string null
      c = integer null
      d = chars null
      e = list null
      check a == text \"object\"
      check b == text \"string\"
      check c == text \"integer\"
      check d == text \"chars\"
      check e == text \"list\"

    test numbers
      a = int 5
      b = integer 5
      c = object 5
      d = long 5
      e = byte 5
      f = object 5b
      check a == text \"int\"
      check b == text \"integer\"
      check c == text \"object\"
      check d == text \"long\"
      check e == text \"byte\"
      check f == text \"object\"

    test lists
      list = newList
      a = list list
      b = collection list
      c = object list
      d = object \"text\"
      check a == text \"list\"
      check b == text \"collection\"
      check c == text \"object\"
      check d == text \"object\"

    test removeOfAnObject
      numbers = newNumbers
      add numbers 7
      removed = remove numbers 7
      check removed == Z true

    test sumOfNone
      sum = sum []
      check sum == I 0

    test sumOfThree
      sum = sum [1 2 3]
      check sum == I 6

    test sumOfNull
      sum = sum null
      throws java.lang.NullPointerException

    test newOfTwo
      overloads = new [\"a\" \"b\"]
      check names overloads == texts \"a\" \"b\"

    test newOfNull
      overloads = new null
      check names overloads == null

    test joinOfTexts
      text = join \"-\" [\"a\" null 1 2L]
      check text == text \"a-null-1-2-\"

    test joinOfNull
      text = join \"-\" null
      check text == text \"null\"

    test joinOfOneNull
      text = join \"-\" [null]
      check text == text \"null-\"

    test joinOfTextArray
      texts = String[] [\"a\" \"b\"]
      text = join \"-\" texts
      check text == text \"a-b-\"

    test manyOfOne
      one = manyOne 1
      all = manyAll [1]
      two = manyAll [1 2]
      none = manyAll []
      check one == text \"one\"
      check all == text \"all\"
      check two == text \"all\"
      check none == text \"all\"
",
);

/// Primitives and their boxes, fields.
pub const VALUES: (&str, &str) = (
    "acme/Values",
    "
    byte: static byte acme.Values.next(byte value)
    short: static short acme.Values.next(short value)
    char: static char acme.Values.next(char value)
    int: static int acme.Values.next(int value)
    long: static long acme.Values.next(long value)
    float: static float acme.Values.half(float value)
    double: static double acme.Values.half(double value)
    not: static boolean acme.Values.not(boolean value)
    boxed: static Integer acme.Values.boxed(Integer value)
    doubled: static Double acme.Values.doubled(Double value)
    negated: static Boolean acme.Values.negated(Boolean value)
    any: static Object acme.Values.any(Object value)
    small: static Byte acme.Values.small(Byte value)
    same: static boolean acme.Values.same(Object a, Object b)
    length: static int acme.Values.length(CharSequence text)
    new: new acme.Values()
    count: field int acme.Values.count
    setCount: set acme.Values.count(int value)
    setHeld: set acme.Values.held(Object value)
    held: field Object acme.Values.held
    name: static field String acme.Values.name
    setName: static set acme.Values.name(String value)
    empty: static field acme.Values acme.Values.EMPTY
    hash: int Object.hashCode()
    builder: new StringBuilder(String str)

    test nextByte
      r = byte -3
      check r == B -2

    test nextShort
      r = short 32767
      check r == S -32768

    test nextChar
      r = char 'a'
      check r == C 'b'

    test nextInt
      r = int 2147483647
      check r == I -2147483648

    test nextLong
      r = long 1
      check r == J 2

    test halfFloat
      r = float 0.5
      check r == F 0.25

    test halfDouble
      r = double 1e300
      check r == D 5e299

    test halfNaN
      r = double NaN
      check r == D NaN

    test notTrue
      r = not true
      check r == Z false

    test boxedInt
      r = boxed 5
      check r == box I 6

    test boxedDouble
      r = doubled 0.5
      check r == box D 1.0

    test boxedBoolean
      r = negated false
      check r == box Z true

    test anyLong
      r = any 5L
      check r == box J 5

    test anyShort
      r = any 5s
      check r == box S 5

    test anyChar
      r = any 'x'
      check r == box C 'x'

    test smallByte
      r = small 5b
      check r == box B 5

    test sameNumber
      number = Integer 1000
      r = same number number
      check r == Z true

    test sameNumbers
      r = same 1000 1000
      check r == Z false

    test lengthOfABuilder
      builder = builder \"abc\"
      r = length builder
      check r == I 3

    test hashOfANumber
      r = hash 5
      check r == I 5

    test fieldsOfValues
      values = new
      setHeld values \"kept\"
      setCount values 3
      check count values == I 3
      check held values == text \"kept\"

    test nameIsSet
      before = name
      setName \"other\"
      after = name
      setName before
      check after == text \"other\"

    test emptyIsNotAny
      empty = empty
      r = any empty
      check r == constant acme.Values EMPTY
      check r == same empty
",
);

/// Arrays.
pub const ROWS: (&str, &str) = (
    "acme/Rows",
    "
    sorted: static int[] acme.Rows.sorted(int[] numbers)
    reverse: static void acme.Rows.reverse(int[] numbers)
    halves: static double[] acme.Rows.halves(double[] numbers)
    total: static int acme.Rows.total(int[][] rows)
    copied: static String[] acme.Rows.copied(String[] texts)
    hidden: static Object acme.Rows.hidden(Object array)
    bytes: static byte[] acme.Rows.bytes(byte[] bytes)
    depth: static int acme.Rows.depth(Object[] items)
    sizes: static int acme.Rows.sizes(java.util.List<String>[] lists)
    newList: new java.util.ArrayList<String>()

    test sortedOfThree
      r = sorted [3 1 2]
      check r == array I 1 2 3

    test sortedOfNone
      r = sorted []
      check r == array I

    test sortedOfZeros
      r = sorted [0 0 0 0 0 0]
      check r == array I 0 0 0 0 0 0

    test sortedOfMany
      r = sorted [1000000001 1000000002 1000000003 1000000004 1000000005 1000000006 1000000007 1000000008 1000000009]
      check length r == I 9

    test reverseOfTwo
      numbers = int[] [1 2]
      reverse numbers
      check numbers == array I 2 1

    test halvesOfTwo
      r = halves [1 0.5]
      check r == array D 0.5 0.25

    test totalOfRows
      r = total [[1 2] null [] [3]]
      check r == I 6

    test copiedTexts
      r = copied [\"a\" null]
      check r == texts \"a\" null
      check r[0] == text \"a\"

    test hiddenNumbers
      r = hidden long:[1 2]
      check r == array J 1 2

    test hiddenTexts
      r = hidden String:[\"a\"]
      check r == texts \"a\"

    test smallNumbers
      r = bytes [1 -128]
      check r == array B 1 -128

    test anArrayInItself
      items = Object[] [null \"a\"]
      items[0] <- items
      r = depth items
      check r == I -1

    test listsOfTexts
      list = newList
      r = sizes [list null]
      check r == I 0
",
);

/// Exceptions that must be caught, and what should not be used any more.
pub const SOURCE: (&str, &str) = (
    "acme/Source",
    "
    new: new acme.Source(String text)
    first: char acme.Source.first()
    last: char acme.Source.last()
    getText: String acme.Source.getText()
    equals: boolean acme.Source.equals(Object other)
    writer: new java.io.StringWriter()
    write: void java.io.Writer.write(String str)

    test newSourceThrowsIOException
      source = new \"\"
      throws java.io.IOException

    test firstReturnsLetter
      source = new \"abc\"
      letter = first source
      check letter == C 'a'

    test lastReturnsLetter
      source = new \"abc\"
      letter = last source
      check letter == C 'c'

    test equalsReturnsTrue
      source = new \"abc\"
      other = new \"abc\"
      same = equals source other
      check same == Z true
      check other == equal source
      check getText other == text \"abc\"

    test readsInput
      input
      source = new \"abc\"

    test readsFile
      file
      source = new \"abc\"
",
);

/// Classes that bear the same simple name.
pub const LIST: (&str, &str) = (
    "acme/List",
    "
    new: new acme.List(java.util.List<Integer> numbers)
    numbers: java.util.List<Integer> acme.List.numbers()
    empty: static java.util.List<Integer> java.util.Collections.emptyList()
    newTest: new acme.Test(String string)
    string: String acme.Test.string()

    test numbersReturnsEmptyList
      empty = empty
      list = new empty
      numbers = numbers list
      check numbers == list
      check numbers == same empty

    test stringReturnsText
      bearer = newTest \"a\"
      text = string bearer
      check text == text \"a\"
",
);

/// All of them.
pub const ALL: [(&str, &str); 7] = [TRIANGLE, STACK, OVERLOADS, VALUES, ROWS, SOURCE, LIST];
