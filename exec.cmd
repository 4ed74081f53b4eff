@rem "npm start" runs "exec node ...", so that signals reach Node and not a shell. Windows has no exec.
@%*
