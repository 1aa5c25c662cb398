package dev.rowan.web.http;

import dev.rowan.web.html.Html;
import java.util.Optional;

/// The pages that the server itself shows.
public interface ErrorPage {

    /// What went wrong, in words for a person.
    Html error(int status, String why);

    /// Where one signs in; `password` says whether there is one to type. `wrong` says that the last try
    /// failed.
    Html signIn(boolean password, Optional<String> wrong);
}
