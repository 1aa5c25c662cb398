package dev.rowan.web.http;

import dev.rowan.web.html.Html;
import java.util.Optional;

/// The pages that the server itself shows.
public interface ErrorPage {

    /// The error page.
    Html error(int status, String why);

    /// The sign-in page; `password`: there is a password form. `wrong`: the last attempt failed.
    Html signIn(boolean password, Optional<String> wrong);
}
