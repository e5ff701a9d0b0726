//! What assertions look at: variables, what observers say, what iterators still give.

use super::Inexpressible;
use super::body::Body;
use super::checks::primary;
use super::expression::Expression;
use super::test::Subject;
use super::{mention, types};
use crate::api::{JavaType, Member, TypeArgument};
use jvm::natives::Step;
use program::FuncId;
use scenario::{Argument, VarId};

impl Body<'_> {
    /// What an assertion looks at, as an expression.
    pub(super) fn subject(&mut self, subject: &Subject) -> Result<Expression, Inexpressible> {
        Ok(match subject {
            Subject::Variable(variable) => {
                let ty = self.type_of(*variable).ok_or_else(untyped)?;
                self.assigned(&Argument::Variable(*variable), &ty)?
            }
            Subject::Call { function, arguments } => {
                let arguments: Vec<Argument> =
                    arguments.iter().copied().map(Argument::Variable).collect();
                self.may_throw(*function);
                self.call(*function, &arguments)?
            }
            Subject::Text(variable) => {
                let text = format!("{}.toString()", self.named(*variable)?);
                string_expression(text)
            }
            Subject::Element(variable, index) => {
                let Some(JavaType::Array(element)) = self.type_of(*variable) else {
                    return Err(untyped());
                };
                let text = format!("{}[{index}]", self.named(*variable)?);
                Expression { text, ty: Some(*element), primary: true }
            }
            Subject::Length(variable) => {
                let text = format!("{}.length", self.named(*variable)?);
                Expression { text, ty: Some(JavaType::Primitive('I')), primary: true }
            }
            Subject::Path { of, steps } => self.path(*of, steps)?,
            Subject::Drained(variable) => self.drained(*variable)?,
            Subject::Output => string_expression(self.printed()),
        })
    }

    /// What is at the end of some steps from a variable: `order.getItems().get(0).getName()`.
    fn path(&mut self, of: VarId, steps: &[Step]) -> Result<Expression, Inexpressible> {
        let mut steps = steps.iter();
        let mut at = match steps.clone().next() {
            Some(Step::Call(function)) => {
                steps.next();
                self.may_throw(*function);
                self.call(*function, &[Argument::Variable(of)])?
            }
            _ => {
                let text = self.named(of)?;
                Expression { text, ty: self.type_of(of), primary: true }
            }
        };
        for step in steps {
            let on = primary(&at);
            at = match step {
                Step::Call(function) => self.asked(*function, &at)?,
                Step::Text => string_expression(format!("{on}.toString()")),
                Step::Size => {
                    let is_array = matches!(at.ty, Some(JavaType::Array(_)));
                    let text = format!("{on}.{}", if is_array { "length" } else { "size()" });
                    Expression { text, ty: Some(JavaType::Primitive('I')), primary: true }
                }
                Step::Item(index) => {
                    let (text, ty) = match at.ty {
                        Some(JavaType::Array(element)) => (format!("{on}[{index}]"), *element),
                        other => (format!("{on}.get({index})"), item(other)),
                    };
                    Expression { text, ty: Some(ty), primary: true }
                }
            };
        }
        Ok(at)
    }

    /// What an observer says of an expression.
    fn asked(&mut self, function: FuncId, on: &Expression) -> Result<Expression, Inexpressible> {
        let context = self.context;
        let member = context.unit.api.members.get(&function);
        let (class, name) = match member {
            Some(Member::Method { class, name, .. }) => (class, format!("{name}()")),
            Some(Member::Field { class, name, .. }) => (class, name.clone()),
            _ => return Err(untyped()),
        };
        self.may_throw(function);
        let seen = on.ty.as_ref().and_then(JavaType::class_name);
        self.suppressed.extend(context.unit.classes.warnings(function, seen));
        let owner = match seen == Some(class.as_str()) {
            true => primary(on),
            false => {
                let to = types::nameable(context.unit.classes, &types::of_class(class));
                let to = context.written(&to, &mut self.suppressed);
                format!("(({to}) {})", on.text)
            }
        };
        let ty = context.result(function).cloned();
        Ok(Expression { text: format!("{owner}.{name}"), ty, primary: true })
    }

    /// All that something still gives, as a list.
    fn drained(&mut self, variable: VarId) -> Result<Expression, Inexpressible> {
        let ty = self.type_of(variable).ok_or_else(untyped)?;
        let on = self.named(variable)?;
        let class = ty.class_name().ok_or_else(untyped)?;
        let classes = self.context.unit.classes;
        let is = |above: &str| {
            class == above || classes.fits(&format!("L{class};"), &format!("L{above};"))
        };
        let list = format!("{}.toList()", mention::class("java/util/stream/Collectors"));
        let text = if is("java/util/Enumeration") {
            format!("{}.list({on})", mention::class("java/util/Collections"))
        } else if is("java/util/stream/Stream") {
            format!("{on}.collect({list})")
        } else if is("java/util/stream/BaseStream") {
            format!("{on}.boxed().collect({list})")
        } else {
            let names = ["elements", "items"].map(str::to_owned);
            let name = self.variables.fresh(&self.context.reserved, &names);
            let list = mention::class("java/util/List");
            let array = mention::class("java/util/ArrayList");
            let object = mention::class("java/lang/Object");
            self.lines.push(format!("{list}<{object}> {name} = new {array}<>();"));
            let is_iterator = is("java/util/Iterator");
            let each = if is_iterator { "forEachRemaining" } else { "forEach" };
            self.lines.push(format!("{on}.{each}({name}::add);"));
            name
        };
        Ok(Expression { text, ty: Some(JavaType::raw("java/util/List")), primary: true })
    }
}

fn untyped() -> Inexpressible {
    Inexpressible("it looks at what nothing makes".to_owned())
}

fn string_expression(text: String) -> Expression {
    Expression { text, ty: Some(JavaType::raw("java/lang/String")), primary: true }
}

/// The type of the items of a list.
fn item(list: Option<JavaType>) -> JavaType {
    if let Some(JavaType::Class { arguments, .. }) = list
        && let [TypeArgument::Exact(item) | TypeArgument::Extends(item)] = arguments.as_slice()
    {
        return item.clone();
    }
    JavaType::raw("java/lang/Object")
}
