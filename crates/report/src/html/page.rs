//! What every page has: head, links, landmarks.

use super::markup::{Markup, put};

/// The files that all pages share.
pub const STYLE: (&str, &str) = ("ferret.css", include_str!("style.css"));
/// See [`STYLE`].
pub const SCRIPT: (&str, &str) = ("ferret.js", include_str!("script.js"));

/// A page around its content. `root` leads from the page to the folder of the report.
pub fn page(title: &str, root: &str, header: &Markup, content: &Markup) -> String {
    let mut out = Markup::default();
    put!(
        out,
        "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n\
         <meta name=viewport content=\"width=device-width,initial-scale=1\">\n\
         <meta name=color-scheme content=\"light dark\">\n\
         <meta name=generator content=\"Ferret {}\">\n<title>{}</title>\n\
         <link rel=icon href=\"data:,\">\n\
         <link rel=stylesheet href=\"{}{}\">\n<script src=\"{}{}\" defer></script>\n</head>\n<body>\n\
         <a class=skip href=\"#main\">Skip to content</a>\n<header>\n",
        env!("CARGO_PKG_VERSION"),
        title,
        root,
        STYLE.0,
        root,
        SCRIPT.0
    );
    out.add(header);
    put!(out, "</header>\n<main id=main>\n");
    out.add(content);
    put!(
        out,
        "</main>\n<footer><p>Written by Ferret {}.</p></footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    out.into_text()
}

/// A section with a heading that links can lead to.
pub fn section(out: &mut Markup, id: &str, heading: &str, content: &Markup) {
    if !content.is_empty() {
        put!(
            out,
            "<section id=\"{}\" aria-labelledby=\"{}-h\"><h2 id=\"{}-h\">{}</h2>\n",
            id,
            id,
            id,
            heading
        );
        out.add(content);
        put!(out, "</section>\n");
    }
}

/// Whether a text is a page of Ferret's.
pub fn is_ours(text: &str) -> bool {
    text.starts_with("<!DOCTYPE html>") && text.contains("<meta name=generator content=\"Ferret ")
}
