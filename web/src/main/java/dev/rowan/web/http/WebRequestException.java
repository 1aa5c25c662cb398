package dev.rowan.web.http;

/// A request that fails with a status and a message.
public final class WebRequestException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    public WebRequestException(int status, String why) {
        super(why);
        this.status = status;
    }

    public int status() {
        return status;
    }

    public String why() {
        return String.valueOf(getMessage());
    }
}
