//! Stubs: lambdas, and classes without a name whose methods give what the test says.

use super::body::Body;
use super::context::Context;
use super::expression::Expression;
use super::keyed::{is_keyed, is_recording, recorded, tells_apart};
use super::types::Suppressed;
use super::variables::{self, Variables};
use super::{Inexpressible, literal, mention, types};
use crate::api::{JavaType, Member, Stub, StubMethod};
use classfile::descriptor::JType;
use program::FuncId;
use scenario::{Argument, Statement};

/// Where the brackets of a class in a test stand, which closes them.
const MARGIN: &str = "        ";

/// What a method gives.
pub(super) enum Answer {
    /// Nothing.
    Nothing,
    /// The same each time.
    Always(String),
    /// One after the other, and the last one again and again.
    InTurn(Vec<String>),
    /// The elements of an array in the same way.
    Elements(String),
    /// One thing for one value of a parameter, and another for all others.
    ByArgument(ByArgument),
    /// Nothing, but what it is handed is added to a list of that name.
    Recorded(String),
}

/// What a method gives that tells arguments apart.
pub(super) struct ByArgument {
    /// Which parameter of the method it is.
    pub parameter: usize,
    /// The value that it is compared with.
    pub key: String,
    /// What is given for that.
    pub special: String,
    /// What is given for others.
    pub answer: String,
}

impl ByArgument {
    /// `"abc".equals(name) ? first : second`, for parameters of such types and names.
    fn text(&self, takes: &[JavaType], names: &[String]) -> String {
        let Self { parameter, key, special, answer } = self;
        let name = names.get(*parameter).map_or("", String::as_str);
        let condition = match takes.get(*parameter) {
            Some(JavaType::Primitive(_)) => format!("{name} == {key}"),
            _ if key == "null" => format!("{name} == null"),
            _ if key.starts_with('"') => format!("{key}.equals({name})"),
            _ => format!("{}.equals({key}, {name})", mention::class("java/util/Objects")),
        };
        format!("{condition} ? {special} : {answer}")
    }
}

impl Body<'_> {
    /// A lambda, or `new C(…) { … }`.
    pub(super) fn stub(
        &mut self,
        function: FuncId,
        stub: &Stub,
        arguments: &[Argument],
    ) -> Result<Expression, Inexpressible> {
        let context = self.context;
        let nameless = || Inexpressible("it calls what has no name".to_owned());
        let callable = context.callable(function).ok_or_else(nameless)?;
        let result = context.ty(callable.result).cloned().ok_or_else(nameless)?;
        let overridden = overridden(context, stub, &result);
        let params: Option<Vec<JavaType>> =
            callable.params.iter().map(|(_, of)| context.ty(*of).cloned()).collect();
        let params = params.ok_or_else(nameless)?;
        let is_keyed = is_keyed(stub, &self.scenario().statements, arguments)
            || is_recording(stub, self.test, arguments);
        if let Some(helper) = context.shared.get(&function).filter(|_| !is_keyed) {
            let text = self.shared(helper, stub, &params, arguments)?;
            return Ok(Expression { text, ty: Some(result), primary: true });
        }
        self.suppressed.extend(stub.warnings.iter().copied());
        let mut answers = Vec::new();
        for method in &overridden {
            self.suppressed.extend(method.warnings.iter().copied());
            answers.push(self.answer(method, arguments)?);
        }
        if stub.functional
            && let ([method], [answer]) = (overridden.as_slice(), answers.as_slice())
            && let Some(text) = self.lambda(&result, method, answer)
        {
            return Ok(Expression { text, ty: Some(result), primary: false });
        }
        let given = arguments.get(..stub.constructor).ok_or_else(nameless)?;
        let variadic = context.unit.classes.is_variadic(function);
        let params = params.get(..stub.constructor).ok_or_else(nameless)?;
        let list = self.arguments(function, &stub.class, params, given, variadic)?;
        let class = context.written(&result, &mut self.suppressed);
        let mut writer = Writer {
            context,
            suppressed: &mut self.suppressed,
            taken: self.variables.clone(),
            margin: MARGIN,
        };
        let inside = writer.inside(&overridden, &answers);
        let text = format!("new {class}({list}) {{\n{inside}{MARGIN}}}");
        Ok(Expression { text, ty: Some(result), primary: false })
    }

    /// A stub that a method of the class with the tests makes: what its constructor takes, and what its methods give.
    fn shared(
        &mut self,
        helper: &str,
        stub: &Stub,
        types: &[JavaType],
        arguments: &[Argument],
    ) -> Result<String, Inexpressible> {
        let mut list = Vec::new();
        for (argument, ty) in arguments.iter().zip(types).take(stub.constructor) {
            list.push(match ty.primitive() {
                Some(_) => self.passed(argument, ty)?.text,
                None => self.handed(argument, ty)?,
            });
        }
        for method in stub.methods.iter().filter(|method| method.answer.is_some()) {
            list.push(match (self.answer(method, arguments)?, method.gives.primitive()) {
                (Answer::InTurn(texts), Some(ty)) => in_array(ty, &texts),
                (Answer::Always(text), Some(ty)) => in_array(ty, &[text]),
                (Answer::Always(text), None) => text,
                _ => "null".to_owned(),
            });
        }
        Ok(format!("{helper}({})", list.join(", ")))
    }

    /// What a stub is told to give, or what its constructor takes.
    fn handed(&mut self, argument: &Argument, ty: &JavaType) -> Result<String, Inexpressible> {
        let deferred = argument.variable().filter(|variable| self.is_deferred(*variable));
        match deferred.and_then(|variable| self.maker(variable)) {
            Some(Statement::Call { function, arguments, .. }) => {
                Ok(self.call(*function, arguments)?.text)
            }
            _ => Ok(self.assigned(argument, ty)?.text),
        }
    }

    /// What a method is told to give.
    pub(super) fn answer(
        &mut self,
        method: &StubMethod,
        arguments: &[Argument],
    ) -> Result<Answer, Inexpressible> {
        let argument = method.answer.and_then(|answer| arguments.get(answer));
        if let (Some(keyed), Some(argument)) = (method.keyed, argument)
            && tells_apart(method, &self.scenario().statements, arguments)
            && let Some(takes) = method.takes.get(keyed.parameter)
        {
            return Ok(Answer::ByArgument(ByArgument {
                parameter: keyed.parameter,
                key: self.handed(&arguments[keyed.key], takes)?,
                special: self.handed(&arguments[keyed.special], &method.gives)?,
                answer: self.handed(argument, &method.gives)?,
            }));
        }
        let Some(ty) = method.gives.primitive() else {
            return Ok(Answer::Always(match argument {
                Some(argument) => self.handed(argument, &method.gives)?,
                None => "null".to_owned(),
            }));
        };
        if ty == JType::Void {
            return Ok(match recorded(method, self.test, arguments) {
                Some(list) => Answer::Recorded(
                    self.name_of(list)
                        .ok_or_else(|| Inexpressible("it uses what nothing makes".to_owned()))?,
                ),
                None => Answer::Nothing,
            });
        }
        let made = argument.and_then(Argument::variable).and_then(|array| self.maker(array));
        let shown = match made {
            Some(Statement::Array { array, .. }) => {
                &array.elements[..array.elements.len().min(array.length as usize)]
            }
            _ => &[],
        };
        let mut texts: Vec<String> =
            shown.iter().map(|bits| literal::plain(ty, *bits as u64)).collect();
        // The last one is given again and again.
        while texts.len() > 1 && texts[texts.len() - 1] == texts[texts.len() - 2] {
            texts.pop();
        }
        Ok(match texts.len() {
            0 => Answer::Always(literal::plain(ty, 0)),
            1 => Answer::Always(texts.remove(0)),
            _ => Answer::InTurn(texts),
        })
    }

    /// A lambda of a type. Its parameters must differ from the variable that it is assigned to, which is not named yet.
    fn lambda(&mut self, ty: &JavaType, method: &StubMethod, answer: &Answer) -> Option<String> {
        let mut outside = self.variables.clone();
        if !matches!(answer, Answer::Always(text) if text.contains("->")) {
            // Lambdas beside each other may have the same parameters.
            outside.begin();
        }
        let own = variables::of_type(ty);
        let names = parameters(self.context, &outside, method, Some(&own));
        self.variables.has_inside(&names);
        let gives = match answer {
            Answer::Nothing => "{ }".to_owned(),
            Answer::Always(text) => text.clone(),
            Answer::ByArgument(answer) => answer.text(&method.takes, &names),
            Answer::Recorded(list) => match names.as_slice() {
                [only] => format!("{list}.add({only})"),
                _ => format!("{{ {} }}", adding(list, &names).join(" ")),
            },
            Answer::InTurn(_) | Answer::Elements(_) => return None,
        };
        let names = match names.as_slice() {
            [only] => only.clone(),
            _ => format!("({})", names.join(", ")),
        };
        Some(format!("{names} -> {gives}"))
    }
}

/// Writes the inside of a class without a name.
struct Writer<'w, 'u> {
    context: &'w Context<'u>,
    suppressed: &'w mut Suppressed,
    /// Names that nothing inside may hide.
    taken: Variables,
    /// Where the brackets of the class stand.
    margin: &'static str,
}

impl Writer<'_, '_> {
    /// The fields and methods of a class.
    fn inside(&mut self, overridden: &[StubMethod], answers: &[Answer]) -> String {
        let outside = self.taken.clone();
        let mut fields = String::new();
        let mut methods = Vec::new();
        for (method, answer) in overridden.iter().zip(answers) {
            let (field, text) = self.method(method, answer, &outside);
            fields += &field;
            methods.push(text);
        }
        if !fields.is_empty() {
            methods.insert(0, fields);
        }
        methods.join("\n")
    }

    /// A method, and the fields that it needs.
    fn method(
        &mut self,
        method: &StubMethod,
        answer: &Answer,
        outside: &Variables,
    ) -> (String, String) {
        let (context, margin) = (self.context, self.margin);
        let names = parameters(context, outside, method, None);
        let last = method.takes.len().wrapping_sub(1);
        let mut takes = Vec::new();
        for (index, (ty, name)) in method.takes.iter().zip(&names).enumerate() {
            let text = match ty {
                JavaType::Array(element) if method.variadic && index == last => {
                    format!("{}...", context.written(element, self.suppressed))
                }
                _ => context.written(ty, self.suppressed),
            };
            takes.push(format!("{text} {name}"));
        }
        let gives = context.written(&method.gives, self.suppressed);
        let StubMethod { name, visibility, .. } = method;
        let mut fields = String::new();
        let mut field = |stem| self.taken.fresh(&context.reserved, &[format!("{name}{stem}")]);
        let in_turn = |answers: &str, calls: &str| {
            let math = mention::class("java/lang/Math");
            format!("return {answers}[{math}.min({calls}++, {answers}.length - 1)];")
        };
        let body = match answer {
            Answer::Nothing => String::new(),
            Answer::Recorded(list) => adding(list, &names).join(&format!("\n{margin}        ")),
            Answer::Always(text) => format!("return {text};"),
            Answer::ByArgument(answer) => format!("return {};", answer.text(&method.takes, &names)),
            Answer::InTurn(texts) => {
                let (answers, calls) = (field("Answers"), field("Calls"));
                let list = texts.join(", ");
                fields = format!(
                    "{margin}    private final {gives}[] {answers} = {{{list}}};\n\
                     {margin}    private int {calls};\n"
                );
                in_turn(&answers, &calls)
            }
            Answer::Elements(answers) => {
                let calls = field("Calls");
                fields = format!("{margin}    private int {calls};\n");
                in_turn(answers, &calls)
            }
        };
        let overriding = mention::class("java/lang/Override");
        let mut text = format!(
            "{margin}    @{overriding}\n{margin}    {visibility}{gives} {name}({}) {{\n",
            takes.join(", ")
        );
        if !body.is_empty() {
            text += &format!("{margin}        {body}\n");
        }
        text += &format!("{margin}    }}\n");
        (fields, text)
    }
}

/// A method of the class with the tests that makes a stub, by a name; none if it cannot be written.
pub(super) fn helper(context: &Context<'_>, function: FuncId, name: &str) -> Option<String> {
    let Some(Member::Stub(stub)) = context.unit.api.members.get(&function) else { return None };
    let callable = context.callable(function)?;
    let result = context.ty(callable.result)?;
    let mut suppressed = Suppressed::new();
    suppressed.extend(stub.warnings.iter().copied());
    let overridden = overridden(context, stub, result);
    let mut taken = Variables::default();
    let (mut takes, mut given) = (Vec::new(), Vec::new());
    for (param, of) in callable.params.iter().take(stub.constructor) {
        let ty = context.ty(*of)?;
        let stem = match variables::is_telling(param) {
            true => param.clone(),
            false => variables::of_type(ty),
        };
        let name = taken.fresh(&context.reserved, &[stem]);
        takes.push(format!("{} {name}", context.written(ty, &mut suppressed)));
        given.push(name);
    }
    let mut answers = Vec::new();
    for method in &overridden {
        suppressed.extend(method.warnings.iter().copied());
        let primitive = method.gives.primitive();
        if method.answer.is_none() {
            answers.push(match primitive {
                Some(JType::Void) => Answer::Nothing,
                Some(ty) => Answer::Always(literal::plain(ty, 0)),
                None => Answer::Always("null".to_owned()),
            });
            continue;
        }
        let stem = variables::of_property(&method.name).unwrap_or_else(|| method.name.clone());
        let name = taken.fresh(&context.reserved, &[stem, format!("{}Answer", method.name)]);
        let gives = context.written(&method.gives, &mut suppressed);
        let brackets = if primitive.is_some() { "[]" } else { "" };
        takes.push(format!("{gives}{brackets} {name}"));
        answers.push(match primitive {
            Some(_) => Answer::Elements(name),
            None => Answer::Always(name),
        });
    }
    let class = context.written(result, &mut suppressed);
    let margin = MARGIN;
    let mut writer = Writer { context, suppressed: &mut suppressed, taken, margin };
    let inside = writer.inside(&overridden, &answers);
    let throws = match context.unit.classes.declares(function).is_empty() {
        true => String::new(),
        false => format!(" throws {}", mention::class("java/lang/Exception")),
    };
    let method = format!(
        "    private static {class} {name}({}){throws} {{\n{MARGIN}return new {class}({}) {{\n\
         {inside}{MARGIN}}};\n    }}\n",
        takes.join(", "),
        given.join(", ")
    );
    let classes = context.unit.classes;
    mention::each(&method, |class| suppressed.extend(classes.class_warnings(class)));
    let suppressed = types::suppressed(&suppressed).map(|text| format!("    {text}\n"));
    Some(format!("\n{}{method}", suppressed.unwrap_or_default()))
}

/// The methods of a stub as something of a type has them.
pub(super) fn overridden(context: &Context<'_>, stub: &Stub, ty: &JavaType) -> Vec<StubMethod> {
    let mut overridden = stub.methods.clone();
    if types::is_raw(context.unit.classes, ty) {
        // What implements a raw type implements the erasures of its methods.
        for method in &mut overridden {
            method.takes = method.takes.iter().map(JavaType::erased).collect();
            method.gives = method.gives.erased();
        }
    }
    overridden
}

/// Names of parameters that hide nothing, nor are called like `own`.
fn parameters(
    context: &Context<'_>,
    outside: &Variables,
    method: &StubMethod,
    own: Option<&str>,
) -> Vec<String> {
    let mut taken = outside.clone();
    let fresh = |ty: &JavaType| {
        let name = variables::of_type(ty);
        let name = match own == Some(name.as_str()) {
            true => format!("other{}", variables::capitalised(&name)),
            false => name,
        };
        taken.fresh(&context.reserved, &[name])
    };
    method.takes.iter().map(fresh).collect()
}

/// The statements that add each of some parameters to a list.
fn adding(list: &str, names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("{list}.add({name});")).collect()
}

/// `new boolean[] {true, false}`.
fn in_array(ty: JType, texts: &[String]) -> String {
    format!("new {}[] {{{}}}", ty.keyword().unwrap_or("int"), texts.join(", "))
}
