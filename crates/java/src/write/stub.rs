//! Stubs: lambdas, and classes without a name whose methods give what the test says.

use super::body::Body;
use super::expression::Expression;
use super::variables::{self, Variables};
use super::{Inexpressible, literal, mention, types};
use crate::api::{JavaType, Stub, StubMethod};
use classfile::descriptor::JType;
use program::FuncId;
use scenario::{Argument, Statement};

/// Where the brackets of a class in a test stand, which closes them.
const MARGIN: &str = "        ";

/// What a method gives.
enum Answer {
    /// Nothing.
    Nothing,
    /// The same each time.
    Always(String),
    /// One after the other, and the last one again and again.
    InTurn(Vec<String>),
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
        let mut overridden = stub.methods.clone();
        if types::is_raw(context.unit.classes, &result) {
            // What implements a raw type implements the erasures of its methods.
            for method in &mut overridden {
                method.takes = method.takes.iter().map(JavaType::erased).collect();
                method.gives = method.gives.erased();
            }
        }
        self.suppressed.extend(stub.warnings.iter().copied());
        let mut answers = Vec::new();
        for method in &overridden {
            self.suppressed.extend(method.warnings.iter().copied());
            answers.push(self.answer(method, arguments)?);
        }
        if stub.functional
            && let ([method], [answer]) = (overridden.as_slice(), answers.as_slice())
            && let Some(text) = self.lambda(method, answer)
        {
            return Ok(Expression { text, ty: Some(result), primary: false });
        }
        let params = callable.params.iter().take(stub.constructor);
        let params: Option<Vec<JavaType>> =
            params.map(|(_, of)| context.ty(*of).cloned()).collect();
        let params = params.ok_or_else(nameless)?;
        let given = arguments.get(..stub.constructor).ok_or_else(nameless)?;
        let variadic = context.unit.classes.is_variadic(function);
        let list = self.arguments(function, &stub.class, &params, given, variadic)?;
        let class = context.written(&result, &mut self.suppressed);
        let mut fields = String::new();
        let mut methods = Vec::new();
        let mut taken = self.variables.clone();
        for (method, answer) in overridden.iter().zip(&answers) {
            let (field, text) = self.method(method, answer, &mut taken);
            fields += &field;
            methods.push(text);
        }
        if !fields.is_empty() {
            methods.insert(0, fields);
        }
        let inside = methods.join("\n");
        let text = format!("new {class}({list}) {{\n{inside}{MARGIN}}}");
        Ok(Expression { text, ty: Some(result), primary: false })
    }

    /// What a method is told to give.
    fn answer(
        &mut self,
        method: &StubMethod,
        arguments: &[Argument],
    ) -> Result<Answer, Inexpressible> {
        let argument = method.answer.and_then(|answer| arguments.get(answer));
        let Some(ty) = method.gives.primitive() else {
            return Ok(Answer::Always(match argument {
                Some(argument) => self.assigned(argument, &method.gives)?.text,
                None => "null".to_owned(),
            }));
        };
        if ty == JType::Void {
            return Ok(Answer::Nothing);
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

    fn lambda(&self, method: &StubMethod, answer: &Answer) -> Option<String> {
        let gives = match answer {
            Answer::Nothing => "{ }",
            Answer::Always(text) => text,
            Answer::InTurn(_) => return None,
        };
        let names = self.parameters(method);
        let names = match names.as_slice() {
            [only] => only.clone(),
            _ => format!("({})", names.join(", ")),
        };
        Some(format!("{names} -> {gives}"))
    }

    /// Names of parameters that hide nothing.
    fn parameters(&self, method: &StubMethod) -> Vec<String> {
        let mut taken = self.variables.clone();
        let fresh = |ty: &JavaType| taken.fresh(&self.context.reserved, &[variables::of_type(ty)]);
        method.takes.iter().map(fresh).collect()
    }

    /// A method, and the fields that it needs.
    fn method(
        &mut self,
        method: &StubMethod,
        answer: &Answer,
        taken: &mut Variables,
    ) -> (String, String) {
        let context = self.context;
        let names = self.parameters(method);
        let last = method.takes.len().wrapping_sub(1);
        let mut takes = Vec::new();
        for (index, (ty, name)) in method.takes.iter().zip(names).enumerate() {
            let text = match ty {
                JavaType::Array(element) if method.variadic && index == last => {
                    format!("{}...", context.written(element, &mut self.suppressed))
                }
                _ => context.written(ty, &mut self.suppressed),
            };
            takes.push(format!("{text} {name}"));
        }
        let gives = context.written(&method.gives, &mut self.suppressed);
        let StubMethod { name, visibility, .. } = method;
        let mut fields = String::new();
        let body = match answer {
            Answer::Nothing => String::new(),
            Answer::Always(text) => format!("return {text};"),
            Answer::InTurn(texts) => {
                let mut field = |stem| taken.fresh(&context.reserved, &[format!("{name}{stem}")]);
                let (answers, calls) = (field("Answers"), field("Calls"));
                let list = texts.join(", ");
                fields = format!(
                    "{MARGIN}    private final {gives}[] {answers} = {{{list}}};\n\
                     {MARGIN}    private int {calls};\n"
                );
                let math = mention::class("java/lang/Math");
                format!("return {answers}[{math}.min({calls}++, {answers}.length - 1)];")
            }
        };
        let overriding = mention::class("java/lang/Override");
        let mut text = format!(
            "{MARGIN}    @{overriding}\n{MARGIN}    {visibility}{gives} {name}({}) {{\n",
            takes.join(", ")
        );
        if !body.is_empty() {
            text += &format!("{MARGIN}        {body}\n");
        }
        text += &format!("{MARGIN}    }}\n");
        (fields, text)
    }
}
