package dev.rowan.api.call;

/// There is no credential for a request, which is therefore not sent. The message says what to do.
public final class SignInException extends Exception {
    private static final long serialVersionUID = 1;

    public SignInException(String message, Throwable cause) {
        super(message, cause);
    }
}
