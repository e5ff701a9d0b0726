//! Answers to what the code asks of the world outside: functions of the library get another name in the
//! object file, by a declaration that stands before the source is included, and a definition behind it.
//!
//! A macro would do the same, but would show in the source's own coverage as code that is not there.

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
    /// The functions that ask it.
    functions: &'static [Function],
}

struct Function {
    name: &'static str,
    /// Result and parameters, in types that need no header; `@` stands for the name.
    declared: &'static str,
    /// The definition's body, in which `HAS(name)` is whether there is an answer left, `TAKE(name)` takes
    /// it, and `real_name` is the library's own function.
    body: &'static str,
}

const WRAPPED: &[Wrapped] = &[
    Wrapped {
        question: "rand",
        functions: &[
            Function {
                name: "rand",
                declared: "int @(void)",
                body: "{\n    return HAS(rand) ? (int)(TAKE(rand) & 0x7fffffff) : 0;\n}\n",
            },
            Function {
                name: "random",
                declared: "long @(void)",
                body: "{\n    return HAS(rand) ? (long)(TAKE(rand) & 0x7fffffff) : 0;\n}\n",
            },
        ],
    },
    Wrapped {
        question: "time",
        functions: &[Function {
            name: "time",
            declared: "long @(long *at)",
            body: "{\n    static time_t now;\n    if (HAS(time))\n        now = (time_t)TAKE(time);\n    if (at)\n        *at = now;\n    return now;\n}\n",
        }],
    },
    Wrapped {
        question: "clock",
        functions: &[Function {
            name: "clock",
            declared: "long @(void)",
            body: "{\n    return HAS(clock) ? (clock_t)TAKE(clock) : 0;\n}\n",
        }],
    },
    Wrapped {
        question: "malloc.fails",
        functions: &[
            Function {
                name: "malloc",
                declared: "void *@(__SIZE_TYPE__ size)",
                body: "{\n    return HAS(malloc_fails) && TAKE(malloc_fails) ? NULL : real_malloc(size);\n}\n",
            },
            Function {
                name: "calloc",
                declared: "void *@(__SIZE_TYPE__ count, __SIZE_TYPE__ size)",
                body: "{\n    return HAS(malloc_fails) && TAKE(malloc_fails) ? NULL : real_calloc(count, size);\n}\n",
            },
            Function {
                name: "realloc",
                declared: "void *@(void *old, __SIZE_TYPE__ size)",
                body: "{\n    return HAS(malloc_fails) && TAKE(malloc_fails) ? NULL : real_realloc(old, size);\n}\n",
            },
            Function {
                name: "strdup",
                declared: "char *@(const char *text)",
                body: "{\n    return HAS(malloc_fails) && TAKE(malloc_fails) ? NULL : real_strdup(text);\n}\n",
            },
        ],
    },
    Wrapped {
        question: "fopen.fails",
        functions: &[Function {
            name: "fopen",
            declared: "struct _IO_FILE *@(const char *path, const char *mode)",
            body: "{\n    FILE *file = real_fopen(path, mode);\n    if (file && HAS(fopen_fails) && TAKE(fopen_fails)) {\n        fclose(file);\n        errno = EACCES;\n        return NULL;\n    }\n    return file;\n}\n",
        }],
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
            lines.push(format!(
                "ferret_answer(&ferret_{name}_list, {name}_answers, {});",
                values.len()
            ));
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

/// What stands before the source is included: functions that get another name in the object file.
pub fn before(questions: &[&str]) -> String {
    let mut text = String::new();
    for Function { name, declared, .. } in functions(questions) {
        let _ = writeln!(text, "{} __asm__(\"ferret_{name}\");", declared.replace('@', name));
    }
    text
}

/// What stands behind it: the lists of answers and the definitions.
pub fn after(questions: &[&str]) -> String {
    if questions.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "
/* Answers to what the code asks of the world outside, in order. */
struct ferret_answers {
    const long *values;
    size_t count, next;
};

static void ferret_answer(struct ferret_answers *list, const long *values, size_t count)
{
    list->values = values;
    list->count = count;
    list->next = 0;
}

#undef HAS
#undef TAKE
#define HAS(name) (ferret_##name##_list.next < ferret_##name##_list.count)
#define TAKE(name) (ferret_##name##_list.values[ferret_##name##_list.next++])

",
    );
    for question in questions {
        let _ = writeln!(text, "static struct ferret_answers ferret_{}_list;", list_name(question));
    }
    for Function { name, declared, body } in functions(questions) {
        let (real, ours) = (format!("real_{name}"), format!("ferret_{name}"));
        text.push('\n');
        if body.contains(&real) {
            let _ = writeln!(text, "{} __asm__(\"{name}\");", declared.replace('@', &real));
        }
        let ours = declared.replace('@', &ours);
        let _ = write!(text, "{ours};\n{ours}\n{body}");
    }
    text
}

/// The name of a question's list of answers, without its ending.
pub fn list_name(question: &str) -> String {
    question.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}

fn functions<'q>(questions: &'q [&str]) -> impl Iterator<Item = &'static Function> + 'q {
    let wrapped = WRAPPED.iter().filter(|wrapped| questions.contains(&wrapped.question));
    wrapped.flat_map(|wrapped| wrapped.functions)
}
