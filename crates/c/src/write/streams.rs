//! Answers to what the code asks of the world outside, as definitions that stand before the source is
//! included: `#define rand ferret_rand` turns its calls, and the header's own declaration, into ours.

use super::Inexpressible;
use super::values::text;
use program::Type;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The answers that one test gives, by question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    lists: BTreeMap<String, (Type, Vec<u128>)>,
    variables: BTreeMap<String, Variable>,
}

/// A variable of the environment.
#[derive(Clone, Debug, Default, PartialEq)]
struct Variable {
    set: Option<bool>,
    value: Option<Vec<u8>>,
}

/// A function of the library that answers from a list.
struct Wrapped {
    /// The question.
    question: &'static str,
    /// The functions that ask it, with their definitions; `NEXT(x)` stands for the next answer or `x`.
    functions: &'static [(&'static str, &'static str)],
}

/// `NEXT(name)` is whether there is an answer left; `TAKE(name)` takes it.
const WRAPPED: &[Wrapped] = &[
    Wrapped {
        question: "rand",
        functions: &[
            (
                "rand",
                "int ferret_rand(void)\n{\n    return HAS(rand) ? (int)(TAKE(rand) & 0x7fffffff) : 0;\n}\n",
            ),
            (
                "random",
                "long ferret_random(void)\n{\n    return HAS(rand) ? (long)(TAKE(rand) & 0x7fffffff) : 0;\n}\n",
            ),
        ],
    },
    Wrapped {
        question: "time",
        functions: &[(
            "time",
            "time_t ferret_time(time_t *at)\n{\n    static time_t now;\n    if (HAS(time))\n        now = (time_t)TAKE(time);\n    if (at)\n        *at = now;\n    return now;\n}\n",
        )],
    },
    Wrapped {
        question: "clock",
        functions: &[(
            "clock",
            "clock_t ferret_clock(void)\n{\n    return HAS(clock) ? (clock_t)TAKE(clock) : 0;\n}\n",
        )],
    },
    Wrapped {
        question: "malloc.fails",
        functions: &[
            (
                "malloc",
                "void *ferret_malloc(size_t size)\n{\n    return HAS(malloc_fails) && TAKE(malloc_fails) ? NULL : malloc(size);\n}\n",
            ),
            (
                "calloc",
                "void *ferret_calloc(size_t count, size_t size)\n{\n    return HAS(malloc_fails) && TAKE(malloc_fails) ? NULL : calloc(count, size);\n}\n",
            ),
            (
                "realloc",
                "void *ferret_realloc(void *old, size_t size)\n{\n    return HAS(malloc_fails) && TAKE(malloc_fails) ? NULL : realloc(old, size);\n}\n",
            ),
            (
                "strdup",
                "char *ferret_strdup(const char *text)\n{\n    return HAS(malloc_fails) && TAKE(malloc_fails) ? NULL : strdup(text);\n}\n",
            ),
        ],
    },
    Wrapped {
        question: "fopen.fails",
        functions: &[(
            "fopen",
            "FILE *ferret_fopen(const char *path, const char *mode)\n{\n    FILE *file = fopen(path, mode);\n    if (file && HAS(fopen_fails) && TAKE(fopen_fails)) {\n        fclose(file);\n        errno = EACCES;\n        return NULL;\n    }\n    return file;\n}\n",
        )],
    },
];

impl Answers {
    /// Adds a stream of the scenario.
    ///
    /// `stubs` are the names of functions that answer from a stream of their own name.
    pub fn add(
        &mut self,
        name: &str,
        ty: Type,
        values: &[u128],
        stubs: &[&str],
    ) -> Result<(), Inexpressible> {
        if let Some(variable) = name.strip_prefix("getenv.") {
            match variable.strip_suffix(".set") {
                Some(variable) => {
                    let set = values.first().is_some_and(|set| set & 1 == 1);
                    self.variables.entry(variable.to_owned()).or_default().set = Some(set);
                }
                None => {
                    let bytes = values.iter().map(|bits| *bits as u8);
                    let value = bytes.take_while(|byte| *byte != 0).collect();
                    self.variables.entry(variable.to_owned()).or_default().value = Some(value);
                }
            }
            return Ok(());
        }
        let known = WRAPPED.iter().any(|wrapped| wrapped.question == name);
        // A stub answers with its result, and with what it writes through a parameter: `f` and `f.arg0`.
        let owner = name.split_once(".arg").map_or(name, |(owner, _)| owner);
        if !known && !stubs.contains(&owner) {
            return Err(Inexpressible(format!("answers to `{name}` cannot be given in C")));
        }
        let values = values.iter().map(|bits| bits & ty.mask()).collect();
        self.lists.insert(name.to_owned(), (ty, values));
        Ok(())
    }

    /// The statements that set the answers up in a test.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, (_, values)) in &self.lists {
            let list: Vec<String> =
                values.iter().map(|bits| format!("{}L", *bits as i64)).collect();
            let name = list_name(name);
            lines.push(format!("static const long {name}_answers[] = {{{}}};", list.join(", ")));
            lines.push(format!("answer(&{name}_list, {name}_answers, {});", values.len()));
        }
        for (name, variable) in &self.variables {
            let name = text(name.as_bytes());
            lines.push(match (variable.set, &variable.value) {
                (Some(false), _) => format!("unsetenv({name});"),
                (_, value) => {
                    let value = text(value.as_deref().unwrap_or_default());
                    format!("setenv({name}, {value}, 1);")
                }
            });
        }
        lines
    }

    /// The questions with lists of answers, and the types of these.
    pub fn questions(&self) -> impl Iterator<Item = (&str, Type)> {
        self.lists.iter().map(|(name, (ty, _))| (name.as_str(), *ty))
    }
}

/// What stands before the source is included: names that are turned into ours.
pub fn before(questions: &[&str]) -> String {
    let mut text = String::new();
    for (name, _) in functions(questions) {
        let _ = writeln!(text, "#define {name} ferret_{name}");
    }
    text
}

/// What stands behind it: the lists of answers and the definitions.
pub fn after(questions: &[&str]) -> String {
    let mut text = String::new();
    for (name, _) in functions(questions) {
        let _ = writeln!(text, "#undef {name}");
    }
    if questions.is_empty() {
        return text;
    }
    text += "
/* Answers to what the code asks of the world outside, in order. */
struct answers {
    const long *values;
    size_t count, next;
};

static void answer(struct answers *list, const long *values, size_t count)
{
    list->values = values;
    list->count = count;
    list->next = 0;
}

#define HAS(name) (name##_list.next < name##_list.count)
#define TAKE(name) (name##_list.values[name##_list.next++])

";
    for question in questions {
        let _ = writeln!(text, "static struct answers {}_list;", list_name(question));
    }
    text.push('\n');
    for (_, definition) in functions(questions) {
        // Where the source includes no header that declares it, this does.
        let head = definition.split('\n').next().unwrap_or_default();
        // The header's own declaration was turned into one of ours.
        let real = head.replace("ferret_", "");
        let _ = writeln!(text, "{real};\n{head};\n{definition}");
    }
    text
}

/// The name of a question's list of answers, without its ending.
pub fn list_name(question: &str) -> String {
    question.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}

fn functions<'q>(questions: &'q [&str]) -> impl Iterator<Item = (&'static str, &'static str)> + 'q {
    let wrapped = WRAPPED.iter().filter(|wrapped| questions.contains(&wrapped.question));
    wrapped.flat_map(|wrapped| wrapped.functions.iter().copied())
}
