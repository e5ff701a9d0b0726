//! A Java program that prints what every arithmetic operation gives for values at the edges of its range.

const INTS: &str = "0, 1, -1, 2, 3, 7, 31, 32, 33, -7, 255, 65535, 65536, 1000003, \
    Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1, 0x55555555";
const LONGS: &str = "0, 1, -1, 2, 10, 63, 64, 65, -7, 4294967295L, 4294967296L, 9007199254740993L, \
    Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, Integer.MIN_VALUE, 0x5555555555555555L";
const FLOATS: &str = "0f, -0f, 1f, -1f, 0.1f, 1.5f, -2.5f, 16777216f, 1e10f, 2147483648f, -2147483904f, \
    9.223372e18f, Float.MIN_VALUE, Float.MIN_NORMAL, Float.MAX_VALUE, Float.NaN, \
    Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY";
const DOUBLES: &str = "0d, -0d, 1d, -1d, 0.1, 1.5, -2.5, 4503599627370496.5, 2147483647.5, -2147483649d, \
    9.223372036854775807e18, 1e19, 1e300, 3.4028235677973366e38, Double.MIN_VALUE, Double.MIN_NORMAL, \
    Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY";

/// The program.
pub fn program() -> String {
    let mut text = String::from("public class Numerics {\n");
    text += "  static StringBuilder line = new StringBuilder();\n";
    text += "  static void put(int v) { line.append(' ').append(Integer.toHexString(v)); }\n";
    text += "  static void put(long v) { line.append(' ').append(Long.toHexString(v)); }\n";
    text += "  static void put(float v) { put(Float.floatToIntBits(v)); }\n";
    text += "  static void put(double v) { put(Double.doubleToLongBits(v)); }\n";
    text += "  static void put(boolean v) { line.append(v ? 'T' : 'F'); }\n";
    text +=
        "  static void end(String name) { System.out.println(name + line); line.setLength(0); }\n";
    for (ty, values) in [("int", INTS), ("long", LONGS), ("float", FLOATS), ("double", DOUBLES)] {
        text += &format!("  static {ty}[] {ty}s = {{ {values} }};\n");
    }
    let mut calls = String::new();
    for ty in ["int", "long", "float", "double"] {
        let integer = matches!(ty, "int" | "long");
        for (name, op) in [("add", "+"), ("sub", "-"), ("mul", "*")] {
            binary(&mut text, &mut calls, ty, ty, name, &format!("put(a {op} b);"));
        }
        for (name, op) in [("div", "/"), ("rem", "%")] {
            let body = format!(
                "try {{ put(a {op} b); }} catch (ArithmeticException e) {{ line.append(e.getMessage()); }}"
            );
            binary(&mut text, &mut calls, ty, ty, name, &body);
        }
        let compares = "put(a < b); put(a <= b); put(a > b); put(a >= b); put(a == b); put(a != b); \
            if (!(a < b)) put(true); if (!(a >= b)) put(false); put(a < b || b < a);";
        binary(&mut text, &mut calls, ty, ty, "compare", compares);
        if integer {
            for (name, op) in [("and", "&"), ("or", "|"), ("xor", "^")] {
                binary(&mut text, &mut calls, ty, ty, name, &format!("put(a {op} b);"));
            }
            for (name, op) in [("shl", "<<"), ("shr", ">>"), ("ushr", ">>>")] {
                for amount in ["int", "long"] {
                    let name = format!("{name}_{amount}");
                    binary(&mut text, &mut calls, ty, amount, &name, &format!("put(a {op} b);"));
                }
            }
        }
        let conversions = "put(-a); put((byte) a); put((short) a); put((char) a); put((int) a); \
            put((long) a); put((float) a); put((double) a);";
        let complement = if integer { "put(~a);" } else { "" };
        text += &format!("  static void convert_{ty}({ty} a) {{ {conversions} {complement} }}\n");
        calls +=
            &format!("    for ({ty} a : {ty}s) {{ convert_{ty}(a); end(\"convert {ty}\"); }}\n");
    }
    text += "  public static void main(String[] args) {\n";
    text += &calls;
    text += "  }\n}\n";
    text
}

fn binary(text: &mut String, calls: &mut String, left: &str, right: &str, name: &str, body: &str) {
    let method = format!("{name}_{left}");
    *text += &format!("  static void {method}({left} a, {right} b) {{ {body} }}\n");
    *calls += &format!(
        "    for ({left} a : {left}s) {{ for ({right} b : {right}s) {method}(a, b); end(\"{method}\"); }}\n"
    );
}
